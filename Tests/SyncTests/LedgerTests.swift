import EmojiArt
import Testing
import Wire

@testable import Sync

/// The ledger alone: answers, positions, and which edits are kept.
struct LedgerTests {
    private static let blank = ClientMessage.Request.operation(.background(.blank))

    /// A ledger with a number of edits of client 1.
    private static func ledger(edits: Int = 0) throws -> Ledger {
        var effects: [SessionEffect] = []
        var ledger = try Ledger(LoadedDocument(name: Fixture.name, epoch: 1), &effects)
        for seq in stride(from: 1, through: edits, by: 1) { try edit(&ledger, seq) }
        #expect(effects.isEmpty)
        return ledger
    }

    @discardableResult
    private static func edit(
        _ ledger: inout Ledger,
        _ seq: Int,
        _ request: ClientMessage.Request = blank,
        of client: Int = 1
    ) throws(RefusalCode) -> Ledger.Accepted {
        let edit = ClientMessage.Edit(seq: seq, mark: UInt64(seq), request)
        return try ledger.decide(edit, of: client, time: 7, past: nil)
    }

    /// How a ledger with three edits, of which the first two are released, judges a position.
    private static func standing(
        _ revision: Int,
        epoch: UInt64 = 1,
        isOther: Bool = false,
        keeping count: Int = .max
    ) throws -> Ledger.Standing {
        var ledger = try ledger()
        var chains = [Checksum.zero]
        for seq in 1...3 { chains.append(try edit(&ledger, seq).chain) }
        var effects: [SessionEffect] = []
        ledger.trim(to: count, releasedRevision: 2, &effects)
        let chain = isOther ? Checksum(99) : chains[min(revision, 3)]
        let position = Position(epoch: epoch, revision: revision, chain: chain)
        return ledger.standing(of: position, releasedRevision: 2)
    }

    @Test func `SY15 a client resumes from each revision that it may know`() throws {
        for revision in 0...2 {
            #expect(try Self.standing(revision) == .resumes)
            #expect(try Self.standing(revision, isOther: true) == .elsewhere)
            #expect(try Self.standing(revision, epoch: 2) == .behind)
        }
        for revision in 3...4 { #expect(try Self.standing(revision) == .elsewhere) }
    }

    @Test func `SY17 edits that no member has are kept, and dropped ones are reported once`()
        throws
    {
        var ledger = try Self.ledger(edits: 5)
        var effects: [SessionEffect] = []
        ledger.trim(to: 1, releasedRevision: 1, &effects)
        #expect(effects.isEmpty && ledger.kept.count == 5)
        ledger.trim(to: 1, releasedRevision: 3, &effects)
        #expect(effects.take() == ["forget 2"] && ledger.kept.count == 3)
        ledger.trim(to: 1, releasedRevision: 3, &effects)
        #expect(effects.isEmpty)
        ledger.trim(to: 0, releasedRevision: 5, &effects)
        #expect(effects.take() == ["forget 5"] && ledger.kept.byteCount == 0)
    }

    @Test func `SY17 exactly 1 MiB of edits is kept`() {
        for excess in 0...1 {
            var kept = KeptEdits()
            for bytes in [100, Limits.keptEditBytesMax - 100 + excess] {
                kept.append([UInt8](repeating: 0, count: bytes), .zero)
            }
            let isTrimmed = kept.trim(to: 2, unreleased: 0)
            #expect(isTrimmed == (excess == 1) && kept.count == 2 - excess)
        }
        var kept = KeptEdits()
        for bytes in 1...3 {
            kept.append([UInt8](repeating: 0, count: bytes), Checksum(UInt64(bytes)))
        }
        #expect((0...4).map { kept.byteCount(ofLast: $0) } == [0, 3, 5, 6, nil])
        #expect((0...3).map { kept.chain(at: $0)?.bits } == [3, 2, 1, nil])
    }

    @Test func `RV5 an edit that fits a message to the last byte is sendable`() {
        // 512 bytes are for the rest of the message.
        let room = Limits.serverMessageBytesMax - 512
        var ids = (0..<room / 14).map { EmojiID(client: 1, counter: 100_000_000 + $0) }
        func bytes() -> Int {
            var writer = JSONWriter()
            writer.operation(.delete(ids: ids))
            return writer.bytes.count
        }
        while bytes() > room { ids.removeLast() }
        // An id of a longer number takes one byte more.
        let free = room - bytes()
        for index in 0...free {
            #expect(Operation.delete(ids: ids).isSendable)
            ids[index] = EmojiID(client: 10, counter: ids[index].counter)
        }
        #expect(bytes() == room + 1 && !Operation.delete(ids: ids).isSendable)
    }

    @Test(arguments: [0, 1])
    func `RV5 a revert names at most 10000 emojis`(excess: Int) {
        let ids = (1...Limits.itemsMax + excess).map { EmojiID(client: 1, counter: $0) }
        #expect(Operation.replace(.init(ids: ids)).isSendable == (excess == 0))
    }

    @Test func `an opened ledger has the work of the edits after its state`() throws {
        var ledger = try Self.ledger()
        let new = Fixture.emojis(1...9).map { NewEmoji(id: $0.id, text: $0.text, x: 0, y: 0) }
        let ids = new.map(\.id)
        let operations: [EmojiArt.Operation] = [
            .add(new), .move(ids: ids, dx: 1, dy: 0), .arrange(ids: ids, to: .front),
            .background(.blank),
        ]
        var work: [Int] = []
        var loaded = LoadedDocument(name: Fixture.name, epoch: 1)
        for (index, operation) in operations.enumerated() {
            let accepted = try Self.edit(&ledger, index + 1, .operation(operation))
            work.append(ledger.replayedEmojis)
            loaded.edits.append(
                .init(revision: index + 1, message: accepted.message, chain: accepted.chain)
            )
            if index == 0 { loaded.state = ledger.state }
        }
        #expect(work[0] == 9 && work[1] == 18 && work[2] > work[1])
        var effects: [SessionEffect] = []
        let again = try Ledger(loaded, &effects)
        #expect(again.replayedEmojis == work[3] - work[0])
        #expect(effects.take() == (1...4).map { "append \($0)" } && again.kept.count == 4)
    }
}
