import TestKit
import Testing

/// How long the server waits for whom; these tests take their time.
@Suite(.aside) struct PatienceTests {
    @Test func `FA64 CN9 a client that says nothing for 5 seconds is closed 4408`() throws {
        let server = try LiveServer()
        let socket = try server.open()
        let start = ContinuousClock.now
        let close = try #require(socket.readClose())
        let waited = ContinuousClock.now - start
        #expect(close.code == 4408 && close.reason.hasPrefix("hello_timeout:"))
        #expect(waited > .seconds(4) && waited < .seconds(9))
    }

    @Test func `FA67 CN11 a silent client is pinged, and gone after half as long again`() throws {
        let server = try LiveServer(["--ping-seconds", "4"])
        let (socket, _) = try server.join()
        let start = ContinuousClock.now
        var pinged: Duration?
        while let frame = socket.readFrame() {
            if frame.opcode == 9, pinged == nil { pinged = ContinuousClock.now - start }
        }
        let ended = ContinuousClock.now - start
        #expect(try #require(pinged) > .seconds(3))
        #expect(ended > .seconds(5) && ended < .seconds(16))
    }
}
