import EmojiArt
import TestKit
import Testing

/// How long the server waits for whom.
///
/// These tests take their time, so they do it aside.
struct PatienceTests {
    @Test func `FA64 CN9 a client that says nothing for 5 seconds is closed 4408`() async throws {
        let close = try await Aside.run {
            let server = try LiveServer()
            let socket = try server.open()
            let clock = ContinuousClock()
            let start = clock.now
            let close = socket.readClose()
            return (close?.code, close?.reason ?? "", clock.now - start)
        }
        #expect(close.0 == 4408)
        #expect(close.1.hasPrefix("hello_timeout:"))
        #expect(close.2 > .seconds(4))
        #expect(close.2 < .seconds(9))
    }

    @Test func `FA67 CN11 a silent client is pinged, and gone after half as long again`()
        async throws
    {
        let (pinged, ended) = try await Aside.run {
            let server = try LiveServer(["--ping-seconds", "4"])
            let (socket, _) = try server.join()
            let clock = ContinuousClock()
            let start = clock.now
            var pinged: Duration?
            while let frame = socket.readFrame() {
                if frame.opcode == 9, pinged == nil { pinged = clock.now - start }
            }
            return (pinged, clock.now - start)
        }
        #expect(try #require(pinged) > .seconds(3))
        #expect(ended > .seconds(5))
        #expect(ended < .seconds(16))
    }

    @Test func `FA66 CN14 a client that does not read is closed, and the others go on`()
        async throws
    {
        let (wasFast, isGone, code) = try await Aside.run {
            let server = try LiveServer(["--stall-seconds", "3"])
            let reader = try LiveClient(server.url())
            let writer = try LiveClient(server.url())
            _ = try reader.join() && writer.join()
            let slow = try server.open(receiveBufferBytes: 4_096)
            slow.sendText(LiveServer.hello())
            _ = try reader.eventually { $0.others.count == 2 }
            // More than the kernel takes for someone who does not read.
            var wasFast = true
            for number in 1...16 {
                let url = "https://example.org/" + String(repeating: "A", count: 50_000 + number)
                guard let background = BackgroundURL(url) else { break }
                try writer.edit(.background(.url(background)))
                wasFast = try reader.eventually(10) { $0.revision == number } && wasFast
            }
            let isGone = try reader.eventually(40) { $0.others.count == 1 }
            return (wasFast, isGone, slow.readClose()?.code)
        }
        #expect(wasFast)
        #expect(isGone)
        // What says why may be stuck behind what was not read.
        #expect(code == nil || code == 4430)
    }
}
