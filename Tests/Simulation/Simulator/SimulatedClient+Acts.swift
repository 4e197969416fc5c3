import EmojiArt
import Sync
import TestKit
import Wire

// What the person at a client does.
extension SimulatedClient {
    /// Does one thing, whatever the client's state is.
    func act(_ random: inout SplitMix64, now: UInt64) {
        if !replica.undecidedEdits.isEmpty { return decide(adding: random.chance(oneIn: 2)) }
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<7 where mayEdit: edit(.operation(operation(&random)))
        case 7, 8: if mayEdit { edit(.walk(.undo)) }
        case 9: if mayEdit { edit(redoOrRevert) }
        case 10: if mayEdit { endGesture(now) }
        case 11: hurry(&random)
        case 12, 13: blink(&random)
        default: share(&random, now: now)
        }
    }

    /// Makes some edits at once.
    func hurry(_ random: inout SplitMix64) {
        for _ in 0..<Int.random(in: 2...6, using: &random) where mayEdit {
            edit(.operation(operation(&random)))
        }
    }

    /// Now and then a client goes back; decided by what it knows, and not by chance, so that older
    /// seeds still mean much of what they meant.
    private var redoOrRevert: ClientMessage.Request {
        let revision = replica.position?.revision ?? 0
        return revision % 3 == 2 ? .revert(to: revision / 2) : .walk(.redo)
    }

    private var mayEdit: Bool { !isViewer && replica.pendingCount < 30 }

    /// Deletes what another has selected, and brings it back, so that who is behind finds it there
    /// as if nothing had been.
    private func blink(_ random: inout SplitMix64) {
        let others = replica.members.sorted { $0.key < $1.key }
            .filter { $0.key != replica.member && !$0.value.presence.selection.isEmpty }
        guard let ids = others.randomElement(using: &random)?.value.presence.selection else {
            return
        }
        blink(ids, &random)
    }

    private func blink(_ ids: [EmojiID], _ random: inout SplitMix64) {
        guard mayEdit else { return }
        edit(.operation(.delete(ids: ids)))
        if random.chance(oneIn: 2) { edit(.operation(operation(&random))) }
        edit(.walk(.undo))
    }

    /// Does so with what somebody has selected who does not read, and makes so many edits that the
    /// server keeps none of it.
    func leaveBehind(_ other: SimulatedClient, _ random: inout SplitMix64) {
        let ids = other.replica.ownPresence.selection
        if !ids.isEmpty { blink(ids, &random) }
        for _ in 0...Limits.keptEditsMax where mayEdit { edit(.operation(operation(&random))) }
    }

    /// Shares its selection once more, and nothing else: the server may have dropped it meanwhile.
    func insist(now: UInt64) {
        replica.select(replica.ownPresence.selection, now: now)
        replica.point(at: nil, now: now)
        replica.cancelGesture(now: now)
    }

    private func share(_ random: inout SplitMix64, now: UInt64) {
        let ids = someIDs(&random)
        let x = Int.random(in: -50...50, using: &random)
        switch Int.random(in: 0..<9, using: &random) {
        case 0, 1: replica.select(ids, now: now)
        case 2: replica.select(Array(ids.prefix(1)), now: now)
        case 3: insist(now: now)
        case 4:
            let cursor = Presence.Cursor(x: x, y: x)
            replica.point(at: random.chance(oneIn: 3) ? cursor : nil, now: now)
        case 5: if !ids.isEmpty { replica.gesture(.move(ids: ids, dx: x, dy: 1), now: now) }
        case 6:
            guard !ids.isEmpty, let factor = factor(&random) else { break }
            replica.gesture(.scale(ids: ids, factor: factor), now: now)
        default: replica.cancelGesture(now: now)
        }
        carryOut()
    }

    private func operation(_ random: inout SplitMix64) -> Operation {
        let ids = someIDs(&random)
        let x = Int.random(in: -200...200, using: &random)
        let kind = ids.isEmpty ? 0 : Int.random(in: 0..<12, using: &random)
        switch kind {
        case 3, 4: return .move(ids: ids, dx: x, dy: -x)
        case 5, 6:
            guard let factor = factor(&random) else { return background(&random) }
            return .scale(ids: ids, factor: factor)
        case 7: return .delete(ids: ids)
        case 8, 9:
            let place = Operation.Arrangement.allCases.randomElement(using: &random)
            return .arrange(ids: ids, to: place ?? .front)
        case 10: return background(&random)
        case 11 where random.chance(oneIn: 4):
            return .canvas(random.chance(oneIn: 2) ? nil : Canvas(width: 200, height: 150))
        default: return add(&random, x: x)
        }
    }

    private func background(_ random: inout SplitMix64) -> Operation {
        let url = BackgroundURL("https://example.org/\(Int.random(in: 0...2, using: &random)).png")
        return .background(random.chance(oneIn: 3) ? .blank : url.map { .url($0) } ?? .blank)
    }

    /// Now and then one that takes sizes to their limits.
    private func factor(_ random: inout SplitMix64) -> ScaleFactor? {
        let most = random.chance(oneIn: 6) ? 1_000_000_000 : 3_000_000
        return ScaleFactor(millionths: Int.random(in: most / 10...most, using: &random))
    }

    private static let texts = ["🚲", "❤️", "👩‍🚀", "🇫🇷", "1️⃣"].compactMap { try? EmojiText($0) }

    private func add(_ random: inout SplitMix64, x: Int) -> Operation {
        guard let text = Self.texts.randomElement(using: &random) else { return .none }
        // Now and then an id that is another client's, or was used before: to be refused.
        if replica.client != nil, random.chance(oneIn: 12) {
            let id = EmojiID(client: Int.random(in: 1...3, using: &random), counter: 1)
            record.hasChosenIDs = true
            return .add([NewEmoji(id: id, text: text, x: 0, y: 0)])
        }
        let size = random.chance(oneIn: 2) ? 40 : Int.random(in: 1...10_000, using: &random)
        let count = random.chance(oneIn: 5) ? 3 : 1
        let new = (0..<count).compactMap { _ in
            replica.mintID().map { NewEmoji(id: $0, text: text, x: x, y: x / 2, size: size) }
        }
        // Before the first welcome nobody has a number to mint ids with.
        return new.isEmpty ? background(&random) : .add(new)
    }

    private func someIDs(_ random: inout SplitMix64) -> [EmojiID] {
        let all = replica.view.emojis.keys.sorted()
        let count = Int.random(in: 0...3, using: &random)
        return Set((0..<count).compactMap { _ in all.randomElement(using: &random) }).sorted()
    }
}
