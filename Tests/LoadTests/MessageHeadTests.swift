import EmojiArt
import Testing
import Wire

@testable import emojiart_load

struct MessageHeadTests {
    private func head(_ message: [UInt8]) -> MessageHead { MessageHead(message.span) }

    @Test func `an edit, a snapshot and presence are told by their beginnings`() {
        let edit = ServerMessage.Edit(
            revision: 56_789,
            client: 12,
            seq: 1_234,
            time: 1_790_000_000_000,
            operation: .move(ids: [EmojiID(client: 12, counter: 1)], dx: 1, dy: 2),
            checksum: Checksum(7)
        )
        let found = head(ServerMessage.edit(edit).encoded)
        #expect(found == .edit(revision: 56_789, client: 12, seq: 1_234))
        for isLast in [true, false] {
            let text = #"{"type":"snapshot","part":3,"last":\#(isLast),"emojis":[]}"#
            #expect(head(Array(text.utf8)) == .snapshot(revision: nil, isLast: isLast))
            let part = ServerMessage.SnapshotPart(
                part: 0,
                isLast: isLast,
                header: .init(of: Document(), at: Position(epoch: 7, revision: 78, chain: .zero)),
                emojis: []
            )
            let first = head(ServerMessage.snapshot(part).encoded)
            #expect(first == .snapshot(revision: 78, isLast: isLast))
        }
        #expect(head(Array(#"{"type":"presence","left":[3]}"#.utf8)) == .presence)
    }

    @Test func `all else is read in full by whoever cares`() {
        for text in [
            "", "{}", #"{"type":"pong","number":7}"#, #"{"type":"edit","client":12}"#,
            #"{"type":"edit","revision":"#, #"{"type":"edit","revision":1,"client":2,"seq":"#,
            #"{"type":"snapshot","part":1,"last":"#, #"{"type":"refused","seq":1}"#,
            #"{"type":"snapshot","part":0,"last":true,"epoch":"12"}"#,
            #"{"type":"edit","revision":99999999999999999999,"client":1,"seq":1}"#,
        ] {
            #expect(head(Array(text.utf8)) == .other, "\(text)")
        }
    }
}
