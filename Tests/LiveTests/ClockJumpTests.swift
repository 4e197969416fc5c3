import EmojiArt
import TestKit
import Testing
import Wire

/// The wall clock is a stamp and nothing else.
@Suite(.aside) struct ClockJumpTests {
    private static let day = 86_400

    /// A socket that has said nothing since before a jump is still there after more than a second
    /// in which the server looked at all of its connections.
    private static func expectOpen(_ socket: RawSocket, _ eye: LiveClient) throws {
        let start = ContinuousClock.now
        let isOpen = try Wait.until {
            try eye.ask { $0.ping() }
            return socket.isEndedAlready || ContinuousClock.now - start > .milliseconds(1_200)
        }
        #expect(isOpen && !socket.isEndedAlready)
    }

    @Test func `FA72 SM11 a wall clock that jumps by days disturbs nobody`() throws {
        let clock = try ShiftedClock()
        let server = try LiveServer(under: clock.tracer)
        let eye = try LiveClient(server.url(), key: nil).joined()
        let writer = try LiveClient(server.url()).joined()
        // A day on, a day before the true time, and back.
        for (round, days) in [0, 1, -1, 0].enumerated() {
            let early = try server.open()
            try clock.set(seconds: days * Self.day)
            try Self.expectOpen(early, eye)
            try writer.draw(20)
            #expect(try eye.eventually { $0.revision == 20 * (round + 1) })
            // Who connected before has the usual time for its hello, and so has who comes now.
            early.sendText(LiveServer.hello(key: 11 + round))
            let welcome = early.readMessage("welcome")
            #expect(welcome?["revision"]?.integer == 20 * (round + 1))
            let (late, _) = try server.join(key: 1 + round)
            for socket in [early, late] {
                socket.sendText(#"{"type":"ping","number":\#(round)}"#)
                #expect(socket.readMessage("pong")?["number"]?.integer == round)
            }
        }
        #expect(try eye.ask { $0.lossCount } + writer.ask { $0.lossCount } == 0)
        let edits = try eye.ask { $0.edits }
        #expect(edits.map(\.revision) == Array(1...80))
        let days = edits.map { edit in
            (Double(edit.time - edits[0].time) / 1_000 / Double(Self.day)).rounded()
        }
        #expect(days == [0, 1, -1, 0].flatMap { Array(repeating: Double($0), count: 20) })
        // A clock that went back keeps no timer from its time.
        let silent = try server.open()
        try clock.set(seconds: -Self.day)
        #expect(silent.readClose()?.code == 4408)
        // Also from the disk, in the order of the revisions.
        try server.crash()
        try writer.draw(1)
        #expect(try eye.eventually { $0.revision == 81 && $0.snapshotCount == 1 })
        let log = try server.logAtEnd()
        #expect(log.edits.map(\.seq) == Array(1...81))
    }
}
