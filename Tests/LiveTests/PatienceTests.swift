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

    @Test func `FA66 CN14 a client that does not read is closed, and the others go on`() throws {
        let server = try LiveServer(["--stall-seconds", "3"])
        let reader = try LiveClient(server.url()).joined()
        let writer = try LiveClient(server.url()).joined()
        let slow = try server.greet(receiveBufferBytes: 4_096)
        #expect(try reader.eventually { $0.others.count == 2 })
        // More than the kernel takes for someone who does not read.
        for number in 1...16 {
            try writer.editLargely(number)
            #expect(try reader.eventually(10) { $0.revision == number })
        }
        #expect(try reader.eventually(40) { $0.others.count == 1 })
        // What says why may be stuck behind what was not read.
        let code = slow.readClose()?.code
        #expect(code == nil || code == 4430)
    }
}
