import EmojiArt
import TestKit
import Testing
import Wire

@testable import Sync

/// A room, its clients and its faults, all drawn from one seed.
///
/// Each seed first draws its regime: how many clients, how often the disk is slow, how often
/// connections break and the server crashes, how many edits are kept. Then come the steps; at the
/// end all faults stop, and everything must come to rest in agreement.
struct Simulation {
    private let room = Room()
    private var random: SplitMix64
    private let seed: UInt64
    private let steps: Int
    private let faultsOneIn: Int
    private let crashesOneIn: Int
    private let keptEdits: Int
    private let losesPower: Bool

    init(seed: UInt64) {
        self.seed = seed
        random = SplitMix64(seed: seed)
        steps = [40, 100, 200].randomElement(using: &random) ?? 100
        faultsOneIn = [8, 20, 60].randomElement(using: &random) ?? 20
        crashesOneIn = [30, 100, 1_000].randomElement(using: &random) ?? 100
        keptEdits = [0, 1, 3, 10, 1_000].randomElement(using: &random) ?? 10
        losesPower = random.chance(oneIn: 3)
        room.commitsAtOnce = random.chance(oneIn: 3)
        for number in 1...Int.random(in: 2...7, using: &random) {
            let isViewer = number > 2 && random.chance(oneIn: 8)
            let client = Client(key: isViewer ? nil : Fixture.key(number), name: "\(number)")
            room.clients.append(client)
            room.connect(client)
        }
    }

    /// Runs the seed; returns what was wrong, the first sentence with the seed and the step.
    mutating func run() -> [String] {
        for step in 0..<steps {
            self.step()
            let wrong =
                room.violations + room.journal.violations + room.clients.flatMap(violations)
            if let first = wrong.first { return ["seed \(seed), step \(step): \(first)"] }
        }
        calm()
        let wrong = room.clients.flatMap(violations) + room.clients.flatMap(losses)
        let all = wrong + room.disagreements()
        return all.map { "seed \(seed), at rest: \($0)" }
    }

    // MARK: Steps

    private mutating func step() {
        guard let client = room.clients.randomElement(using: &random) else { return }
        if random.chance(oneIn: faultsOneIn) { return fault(client) }
        if random.chance(oneIn: 10) { client.checkFile() }
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<5: edit(client)
        case 5..<7: share(client)
        case 7..<11: readUp()
        case 11..<15: readDown(client)
        case 15..<17:
            let count = Int.random(in: 0...3, using: &random)
            room.turn { room.commit(count) }
        case 17: room.advance(by: UInt64.random(in: 1...40, using: &random))
        case 18: room.turn()
        default: room.exchange()
        }
    }

    private mutating func fault(_ client: Client) {
        if random.chance(oneIn: max(1, crashesOneIn / faultsOneIn)) {
            room.crash(keeping: min(keptEdits, Int.random(in: 0...20, using: &random)))
            return
        }
        switch Int.random(in: 0..<10, using: &random) {
        case 7, 8: kill(client)
        case 9: client.compact()
        case 0, 1: room.cut(client, dropping: Int.random(in: 0...4, using: &random))
        case 2, 3: if client.link == nil { room.connect(client) }
        case 4: room.forget(keeping: keptEdits)
        case 5: room.store()
        default: client.link?.capacity = random.chance(oneIn: 2) ? .max : 3
        }
    }

    /// Kills a client, at rest or in the middle of what it does, and starts it again.
    private mutating func kill(_ client: Client) {
        guard client.replica.key != nil else { return }
        let link = client.link
        let writes = Int.random(in: 0...2, using: &random)
        var torn = client.file.last
        torn?.removeLast(Int.random(in: 1...7, using: &random))
        if random.chance(oneIn: 2) { torn = nil }
        switch Int.random(in: 0..<3, using: &random) {
        case 0 where losesPower: client.loseLines(Int.random(in: 1...12, using: &random))
        case 0: client.kill(torn: torn)
        case 1: client.kill(afterWrites: writes, torn: torn) { client.receive() }
        default: client.kill(afterWrites: writes, torn: torn) { edit(client) }
        }
        guard let link else { return }
        link.down = []
        // What was sent last most often arrives, and may be all that tells of the last edit.
        guard random.chance(oneIn: 3) else { return }
        link.up.removeLast(min(Int.random(in: 0...4, using: &random), link.up.count))
    }

    private mutating func readUp() {
        guard let number = room.outboxes.keys.sorted().randomElement(using: &random) else { return }
        for _ in 0..<Int.random(in: 1...3, using: &random) { room.receive(number) }
    }

    private mutating func readDown(_ client: Client) {
        for _ in 0..<Int.random(in: 1...4, using: &random) { client.receive() }
        room.turn()
    }

    private mutating func edit(_ client: Client) {
        guard client.replica.key != nil, client.number != nil, client.pendingCount < 12 else {
            return
        }
        switch Int.random(in: 0..<12, using: &random) {
        case 0, 1: client.undo()
        case 2: client.redo()
        case 3: client.endGesture(room.now)
        default: client.edit(operation(client))
        }
    }

    private mutating func share(_ client: Client) {
        let now = room.now
        let ids = someIDs(client)
        let x = Int.random(in: -50...50, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1: client.share { $0.select(ids, now: now) }
        case 2: client.share { $0.point(at: .init(x: x, y: x), now: now) }
        case 3: client.share { $0.point(at: nil, now: now) }
        case 4:
            guard !ids.isEmpty else { return }
            client.share { $0.gesture(.move(ids: ids, dx: x, dy: 1), now: now) }
        default: client.share { $0.cancelGesture(now: now) }
        }
    }

    // MARK: Operations

    private mutating func operation(_ client: Client) -> Operation {
        let ids = someIDs(client)
        let x = Int.random(in: -200...200, using: &random)
        let kind = ids.isEmpty ? 0 : Int.random(in: 0..<10, using: &random)
        switch kind {
        case 3, 4: return .move(ids: ids, dx: x, dy: -x)
        case 5:
            let millionths = Int.random(in: 300_000...3_000_000, using: &random)
            return .scale(ids: ids, factor: Fixture.factor(millionths))
        case 6: return .delete(ids: ids)
        case 7:
            let place = Operation.Arrangement.allCases.randomElement(using: &random)
            return .arrange(ids: ids, to: place ?? .front)
        case 8:
            let url = "https://example.org/\(Int.random(in: 0...2, using: &random)).png"
            return .background(random.chance(oneIn: 3) ? .blank : Fixture.background(url))
        case 9 where random.chance(oneIn: 4):
            return .canvas(random.chance(oneIn: 2) ? nil : Canvas(width: 200, height: 150))
        default:
            // Now and then an id that is another client's, or was used before: to be refused.
            if random.chance(oneIn: 10) { return Fixture.add(EmojiID(client: 1, counter: 1)) }
            guard let id = client.replica.mintID() else { return .none }
            return Fixture.add(id, x: x, y: x / 2)
        }
    }

    private mutating func someIDs(_ client: Client) -> [EmojiID] {
        let all = client.view.drawingOrder.map(\.id).sorted()
        return Set(
            (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in
                all.randomElement(using: &random)
            }
        )
        .sorted()
    }

    // MARK: The end

    private mutating func calm() {
        for client in room.clients {
            client.link?.capacity = .max
            if random.chance(oneIn: 4) { client.share { $0.cancelGesture(now: room.now) } }
        }
        room.commitsAtOnce = true
        for _ in 0..<3 {
            for client in room.clients where client.link == nil { room.connect(client) }
            room.settle()
        }
    }

    /// What is wrong about a client at any time.
    private func violations(_ client: Client) -> [String] {
        var wrong = client.violations
        for case .violated(let text) in client.told { wrong.append("the server broke: \(text)") }
        if client.divergenceCount > 0 { wrong.append("a replica diverged") }
        let seqs = client.replica.pendingEdits.map(\.seq)
        if seqs != Array(Set(seqs)).sorted() {
            wrong.append("pending seqs are \(seqs)")
        }
        for (ref, revision) in client.acknowledged where revision > room.journal.edits.count {
            wrong.append("edit \(ref) was acknowledged, but is not in the journal")
        }
        return wrong
    }

    /// Edits of a client that are lost, doubled or out of order in the journal.
    private func losses(_ client: Client) -> [String] {
        guard let number = client.number else { return [] }
        let revisions = client.made.compactMap { client.acknowledged[$0] }
        let journaled = room.journal.authors.indices.filter {
            room.journal.authors[$0].client == number
        }
        var wrong: [String] = []
        if client.hasForgotten {
            // Others of its edits may be there, which it made and forgot.
            let isInOrder = zip(revisions, revisions.dropFirst()).allSatisfy { $0 < $1 }
            if !isInOrder || !Set(revisions).isSubset(of: journaled.map { $0 + 1 }) {
                wrong.append("client \(number) made \(revisions), the journal has \(journaled)")
            }
        } else if revisions != journaled.map({ $0 + 1 }) {
            wrong.append("client \(number) made \(revisions), the journal has \(journaled)")
        }
        if client.made.count != client.acknowledged.count + client.refused.count {
            wrong.append("client \(number) has edits without an answer")
        }
        return wrong
    }
}
