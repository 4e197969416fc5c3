import EmojiArt
import Foundation
import Testing
import Wire

@testable import Sync

/// What a node leaves for others that lack what was before.
struct CheckpointTests {
    /// A session in which two clients have edited, undone and been refused.
    private func edited() throws -> DocumentSession {
        let loaded = LoadedDocument(name: try #require(DocumentName("cats")), epoch: 7)
        var session = try DocumentSession(loaded)
        session.isOrderedElsewhere = true
        for number in 1...2 {
            session.apply(.enrolment(ClientKey(high: 3, low: UInt64(number))))
        }
        let bee = try EmojiText("🐝")
        for seq in 1...5 {
            let id = EmojiID(client: 1, counter: seq)
            let new = NewEmoji(id: id, text: bee, x: seq, y: 7, size: 40)
            let request = ClientMessage.Request.operation(.add([new]))
            session.apply(.edit(client: 1, seq: seq, request: request, time: 1_000 + seq))
        }
        session.apply(.edit(client: 1, seq: 6, request: .walk(.undo), time: 2_000))
        session.apply(.edit(client: 2, seq: 1, request: .invalid(.notPermitted), time: 2_001))
        return session
    }

    @Test func `a session that goes on from a checkpoint does as the one that made it`() throws {
        var session = try edited()
        let made = session.checkpoint(at: 40, after: 38, digest: Checksum(9))
        let read = try Checkpoint(decoding: made.encoded())
        #expect(read.place == 40 && read.previous == 38 && read.digest == Checksum(9))
        #expect(read.state.chain == session.chain && read.state.revision == 6)
        #expect(read.keys == made.keys && read.keys.count == 2)
        #expect(read.answers == made.answers)
        var other = try DocumentSession(
            LoadedDocument(
                name: session.name,
                epoch: 7,
                state: read.state,
                keys: Dictionary(uniqueKeysWithValues: zip(1..., read.keys)),
                answers: read.answers
            )
        )
        other.isOrderedElsewhere = true
        let late: [Entry] = [
            .edit(client: 1, seq: 6, request: .walk(.undo), time: 2_000),
            .edit(client: 1, seq: 7, request: .walk(.redo), time: 3_000),
            .enrolment(ClientKey(high: 3, low: 2)),
            .enrolment(ClientKey(high: 3, low: 3)),
            .edit(client: 2, seq: 2, request: .walk(.undo), time: 3_001),
            .edit(client: 1, seq: 8, request: .operation(.background(.blank)), time: 3_002),
        ]
        for entry in late {
            session.apply(entry)
            other.apply(entry)
        }
        let (chains, revisions) = (
            [session.chain, other.chain], [session.revision, other.revision]
        )
        #expect(chains[0] == chains[1] && revisions[0] == revisions[1] && revisions[0] >= 7)
        let one = session.checkpoint(at: 41, after: 40, digest: .zero)
        let two = other.checkpoint(at: 41, after: 40, digest: .zero)
        #expect(one.encoded() == two.encoded())
    }

    @Test func `a damaged checkpoint is refused`() throws {
        let session = try edited()
        let bytes = session.checkpoint(at: 40, after: 38, digest: .zero).encoded()
        #expect(throws: Checkpoint.DecodeError.self) {
            try Checkpoint(decoding: Array(bytes.dropLast()))
        }
        for needle in ["\"place\":40", "\"keys\":[\"", "\"emojis\":[{\"id"] {
            let text = String(decoding: bytes, as: UTF8.self)
            let range = try #require(text.range(of: needle))
            let changed = text.replacingCharacters(in: range, with: needle.dropLast() + "x")
            #expect(throws: Checkpoint.DecodeError.self) {
                try Checkpoint(decoding: Array(changed.utf8))
            }
        }
    }
}
