import EmojiArt
import TestKit
import Testing
import Wire

@testable import Sync

/// What is shown while answers come, one by one, to many edits that were made before.
final class AnswerTests {
    private var replica = Replica(key: ClientKey(String(repeating: "0a", count: 16)), name: "Ada")
    private var server = Document()
    private var revision = 0
    private var random = SplitMix64(seed: 7)

    init() {
        let start = Position.start(of: 1)
        replica.connected()
        let welcome = ServerMessage.Welcome(
            document: "picnic",
            position: start,
            isResumed: false,
            member: 1,
            client: 1,
            seq: 0,
            counter: 0
        )
        hear(.welcome(welcome))
        for part in ServerMessage.SnapshotPart.parts(of: server, at: start) {
            replica.receive(part.span)
        }
    }

    private func hear(_ message: ServerMessage) { replica.receive(message.encoded.span) }

    /// The server puts an operation in order and says so.
    private func accept(_ operation: Operation, client: Int, seq: Int) throws {
        let applied = try server.apply(operation)
        revision += 1
        let edit = ServerMessage.Edit(
            revision: revision,
            client: client,
            seq: seq,
            time: 0,
            operation: applied.operation,
            checksum: server.checksum
        )
        hear(.edit(edit))
    }

    private func someOperation() -> Operation {
        let ids = replica.view.drawingOrder.map(\.id)
        let some = ids.filter { _ in Bool.random(using: &random) }
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return .move(ids: some, dx: 700_000, dy: -3)
        case 1:
            return ScaleFactor(millionths: 1_700_000).map { .scale(ids: some, factor: $0) } ?? .none
        case 2: return .delete(ids: Array(some.prefix(1)))
        case 3: return .arrange(ids: some, to: .forward)
        default:
            guard let id = replica.mintID(), let text = try? EmojiText("🚲") else { return .none }
            return .add([NewEmoji(id: id, text: text, x: 0, y: 0)])
        }
    }

    /// What is shown, made anew.
    private func fresh() throws -> Document {
        var view = replica.confirmed
        for edit in replica.pendingEdits {
            if case .operation(let operation) = edit.request { _ = try? view.apply(operation) }
        }
        return view
    }

    @Test func `answers to own edits keep what is shown, and do not make it anew`() throws {
        for _ in 0..<40 { replica.edit(.operation(someOperation())) }
        let before = replica.view
        while let edit = replica.pendingEdits.first, case .operation(let operation) = edit.request {
            try accept(operation, client: 1, seq: edit.seq)
            #expect(replica.pendingEdits.isEmpty || replica.overlay != nil)
            #expect(replica.view == before)
            #expect(try replica.view == fresh())
        }
        #expect(replica.pendingEdits.isEmpty)
        #expect(replica.divergenceCount == 0)
    }

    @Test func `edits of others between the answers are shown at once`() throws {
        for round in 0..<40 {
            replica.edit(.operation(someOperation()))
            if let edit = replica.pendingEdits.first, round % 3 == 0,
                case .operation(let operation) = edit.request
            {
                try accept(operation, client: 1, seq: edit.seq)
            }
            if round % 4 == 0, let text = try? EmojiText("🌲") {
                let id = EmojiID(client: 2, counter: round + 1)
                let add = Operation.add([NewEmoji(id: id, text: text, x: round, y: 5)])
                try accept(add, client: 2, seq: round + 1)
                #expect(replica.view.emojis[id] != nil)
            }
            #expect(try replica.view == fresh())
        }
        #expect(replica.divergenceCount == 0)
    }
}
