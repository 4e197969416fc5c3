import EmojiArt
import Sync
import TestKit
import Testing
import Wire

/// A drag that others see while it lasts, over real sockets.
struct PresenceTests {
    private struct Pair {
        let server: LiveServer
        let hand: LiveClient
        let eye: LiveClient
        let emoji: EmojiID
    }

    private func pair() throws -> Pair {
        let server = try LiveServer()
        let hand = try LiveClient(server.url(), name: "Hand")
        let eye = try LiveClient(server.url(), name: "Eye")
        #expect(try hand.join() && eye.join())
        let emoji = try #require(hand.add().first)
        #expect(try eye.eventually { $0.revision == 1 && $0.others.count == 1 })
        return Pair(server: server, hand: hand, eye: eye, emoji: emoji)
    }

    /// Drags by one unit a millisecond for 20 ms; returns when the other has seen it.
    private func drag(_ pair: Pair) throws {
        let emoji = pair.emoji
        for step in 1...20 {
            try pair.hand.ask { watch in
                watch.update {
                    $0.gesture(.move(ids: [emoji], dx: step, dy: 0), now: watch.now)
                }
            }
            let next = ContinuousClock.now + .milliseconds(1)
            while ContinuousClock.now < next {}
        }
        let last = Presence.Gesture.move(ids: [emoji], dx: 20, dy: 0)
        #expect(try pair.eye.eventually { $0.others.first?.presence.gesture == last })
        #expect(try pair.eye.revision == 1)
    }

    @Test func `PR9 the end of a drag is exactly one edit`() throws {
        let pair = try pair()
        try drag(pair)
        try pair.hand.ask { watch in
            _ = watch.update { $0.endGesture(now: watch.now) }
        }
        #expect(try pair.eye.eventually { $0.revision == 2 })
        #expect(try pair.hand.settle())
        // A second edit after it would come before this one.
        _ = try pair.hand.add()
        #expect(try pair.eye.eventually { $0.revision >= 3 })
        let (edits, gesture) = try pair.eye.ask { watch in
            (watch.edits, watch.others.first?.presence.gesture)
        }
        #expect(edits.map(\.operation.name) == ["add", "move", "add"])
        #expect(edits[1].operation == .move(ids: [pair.emoji], dx: 20, dy: 0))
        #expect(gesture == nil)
        #expect(try pair.eye.document.emojis[pair.emoji]?.x == 20)
    }

    @Test func `PR9 PR13 a drag that is cancelled is no edit`() throws {
        let pair = try pair()
        try drag(pair)
        try pair.hand.ask { watch in
            watch.update { $0.cancelGesture(now: watch.now) }
        }
        #expect(try pair.eye.eventually { $0.others.first?.presence.gesture == nil })
        _ = try pair.hand.add()
        #expect(try pair.eye.eventually { $0.revision >= 2 })
        let edits = try pair.eye.ask { $0.edits }
        #expect(edits.map(\.operation.name) == ["add", "add"])
        #expect(try pair.eye.document.emojis[pair.emoji]?.x == 0)
    }

    @Test func `PR6 PR13 a member that is killed leaves, and takes its presence with it`() throws {
        let pair = try pair()
        let program = try Program(
            "emojiart",
            ["watch", pair.server.url(), "--presence", "--name", "Ghost"]
        )
        #expect(try pair.eye.eventually { $0.others.count == 2 })
        #expect(program.output.line { $0.contains(#""name":"Hand""#) } != nil)
        program.signal(9)
        #expect(try pair.eye.eventually { $0.others.count == 1 })
        #expect(try pair.eye.ask { $0.others.first?.identity.name } == "Hand")
    }
}
