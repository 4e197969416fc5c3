import EmojiArt
import Testing
import Wire

@testable import Sync

/// The gate alone: what leaves when, and what is dropped.
struct GateTests {
    private static let record = Record.refusal(client: 1, seq: 1, mark: 1, code: .tooMany)
    private static let snapshot = StoredState.empty.snapshot(of: 1)

    private static func edit(_ revision: Int, of client: Int = 1) -> Gate.Passage {
        .edit(revision: revision, client: client, message: [], deleted: [])
    }

    private static func answer(to member: Int) -> Gate.Passage {
        .answers(member: member, message: [])
    }

    private static func welcome(_ member: Int) -> Gate.Passage {
        .welcome(member: member, message: [], .resumed(after: 0))
    }

    /// A gate that waits for one record.
    private static func shut() -> Gate {
        var gate = Gate(releasedRevision: 4)
        var effects: [SessionEffect] = []
        gate.submit(record, &effects)
        #expect(effects.take() == ["commit refusal 1.1"])
        return gate
    }

    /// Everything that may leave, by revision or member.
    private static func left(_ gate: inout Gate) -> [Int] {
        var left: [Int] = []
        while let passage = gate.next() {
            switch passage {
            case .edit(let revision, _, _, _), .state(_, _, let revision): left.append(revision)
            case .welcome(let member, _, _), .snapshot(let member, _),
                .answers(let member, _):
                left.append(member)
            case .refusal(let client, _), .history(let client, _): left.append(client)
            }
        }
        return left
    }

    @Test func `SY2 what depends on no record leaves at once`() {
        var gate = Gate(releasedRevision: 4)
        let passage = gate.pass(Self.answer(to: 1))
        #expect(passage != nil && gate.isOpen && gate.count == 0 && gate.releasedRevision == 4)
        #expect(Self.left(&gate) == [])
    }

    @Test func `SY2 each thing leaves with the last record before it, in order`() {
        var gate = Self.shut()
        var effects: [SessionEffect] = []
        for passage in [Self.edit(5), Self.answer(to: 1)] {
            let passed = gate.pass(passage)
            #expect(passed == nil)
        }
        gate.submit(Self.record, &effects)
        let passed = gate.pass(Self.edit(6))
        #expect(passed == nil && gate.count == 3 && !gate.isOpen)
        #expect(Self.left(&gate) == [] && gate.releasedRevision == 4)
        gate.commit(1)
        #expect(Self.left(&gate) == [5, 1] && gate.releasedRevision == 5 && !gate.isOpen)
        gate.commit(1)
        #expect(Self.left(&gate) == [6] && gate.releasedRevision == 6 && gate.isOpen)
        #expect(effects.take() == ["commit refusal 1.1"])
    }

    @Test func `FA14 all that waits for a member alone is dropped when it leaves`() {
        var gate = Self.shut()
        for member in 1...2 {
            _ = gate.pass(Self.welcome(member))
            _ = gate.pass(.snapshot(member: member, Self.snapshot))
            _ = gate.pass(Self.answer(to: member))
        }
        for passage: Gate.Passage in [
            Self.edit(5), .refusal(client: 1, message: []), .history(client: 1, message: []),
            .state(token: 1, Document(), revision: 1),
        ] { _ = gate.pass(passage) }
        gate.leave(1)
        #expect(gate.count == 7)
        gate.commit(1)
        #expect(Self.left(&gate) == [2, 2, 2, 5, 1, 1, 1])
    }

    @Test func `FA14 SY26 a later snapshot takes the place of the earlier and its answers`() {
        var gate = Self.shut()
        for member in 1...2 {
            _ = gate.pass(Self.welcome(member))
            _ = gate.pass(Self.answer(to: member))
            _ = gate.pass(.snapshot(member: member, Self.snapshot))
        }
        gate.dropSnapshots(for: 1)
        gate.commit(1)
        #expect(Self.left(&gate) == [1, 2, 2, 2])
    }

    @Test func `CN26 an answer waits for its client while the edit or refusal does`() {
        for passage in [Self.edit(5), .refusal(client: 1, message: [])] {
            var gate = Self.shut()
            _ = gate.pass(passage)
            let holds = [[1], [2], [2, 1], []].map { gate.holdsAnswer(to: $0) }
            #expect(holds == [true, false, true, false])
            gate.commit(1)
            _ = gate.next()
            let isHeld = gate.holdsAnswer(to: [1])
            #expect(!isHeld)
        }
        var gate = Self.shut()
        for passage in [.history(client: 1, message: []), Self.answer(to: 1), Self.welcome(1)] {
            _ = gate.pass(passage)
        }
        let isHeld = gate.holdsAnswer(to: [1])
        #expect(!isHeld)
    }
}
