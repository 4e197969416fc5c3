import EmojiArt
import TestKit
import Testing
import Wire

/// The wall clock is a stamp and nothing else.
struct ClockJumpTests {
    private static let day = 86_400

    @Test func `FA72 SM11 a wall clock that jumps by days disturbs nobody`() throws {
        let clock = try ShiftedClock()
        let server = try LiveServer(under: clock.tracer)
        let eye = try LiveClient(server.url(), key: nil)
        let writer = try LiveClient(server.url())
        #expect(try eye.join() && writer.join())
        // A day on, a day before the true time, and back.
        for (round, days) in [0, 1, -1, 0].enumerated() {
            try clock.set(seconds: days * Self.day)
            #expect(try writer.add(20).count == 20)
            #expect(try writer.settle())
            #expect(try eye.eventually { $0.revision == 20 * (round + 1) })
            // Who joins now has the usual time for its hello.
            let (socket, welcome) = try server.join(key: 1 + round)
            #expect(welcome["revision"]?.integer == 20 * (round + 1))
            socket.sendText(#"{"type":"ping","number":\#(round)}"#)
            #expect(socket.readMessage("pong")?["number"]?.integer == round)
        }
        #expect(try eye.ask { $0.lossCount } + writer.ask { $0.lossCount } == 0)
        let edits = try eye.ask { $0.edits }
        #expect(edits.map(\.revision) == Array(1...80))
        let days = edits.map { edit in
            (Double(edit.time - edits[0].time) / 1_000 / Double(Self.day)).rounded()
        }
        #expect(days == [0, 1, -1, 0].flatMap { Array(repeating: Double($0), count: 20) })
        // Also from the disk, in the order of the revisions.
        try server.crash()
        #expect(try writer.add(1).count == 1)
        #expect(try writer.settle())
        #expect(try eye.eventually { $0.revision == 81 && $0.snapshotCount == 1 })
    }
}
