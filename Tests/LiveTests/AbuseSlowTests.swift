import EmojiArt
import TestKit
import Testing

/// Connections that take their time, while others edit; aside, for they take ours.
@Suite(.aside) struct AbuseSlowTests {
    /// Not under valgrind: an edit of 50 kB is a second of work there, after which the server reads
    /// on from its sender ten seconds later.
    @Test(.enabled(if: !LiveServer.isUnderValgrind))
    func `FA66 200 that stop reading are closed, cost little, and hold nobody up`() throws {
        let server = try LiveServer(["--connections-per-address", "300"])
        let pair = try LivePair(server)
        let stalled = try (0..<200).map { _ in try server.greet(receiveBufferBytes: 4_096) }
        #expect(try pair.reader.eventually { $0.others.count == 201 })
        let before = server.residentKibibytes
        var wasFast = true
        for number in 1...16 {
            let revision = try pair.writer.revision
            try pair.writer.editLargely(number)
            wasFast = try pair.reader.eventually { $0.revision > revision } && wasFast
        }
        #expect(wasFast)
        #expect(try pair.reader.eventually { $0.others.count == 1 })
        let after = server.residentKibibytes
        #expect(after - before < 100_000 * ProcessFigures.sanitizerFactor)
        for socket in stalled {
            // What says why may be stuck behind what was not read.
            let code = socket.readClose()?.code
            #expect(code == nil || code == 4430)
        }
        try pair.check()
        server.stop()
    }
}
