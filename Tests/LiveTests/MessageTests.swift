import TestKit
import Testing

/// What the server does with messages, seen from the socket.
struct MessageTests {
    /// The close that bytes after a hello lead to.
    private func close(
        _ server: LiveServer,
        after send: (RawSocket) -> Void
    ) throws -> (code: Int?, reason: String) {
        let (socket, _) = try server.join(key: 9)
        send(socket)
        let close = socket.readClose()
        return (close?.code, close?.reason ?? "")
    }

    @Test func `FA58 CN6 CN7 a message that is no JSON text closes and says why`() throws {
        let server = try LiveServer()
        let binary = try close(server) { $0.sendFrame(2, Array(LiveServer.hello().utf8)) }
        #expect(binary.code == 1003)
        let invalid = try close(server) { $0.sendFrame(1, [0x22, 0xC3, 0x28, 0x22]) }
        #expect(invalid.code == 1007)
        for text in ["", "hello", "[]", "{", #"{"type":"ping","number":1,}"#, "{}{}", "null"] {
            let (code, reason) = try close(server) { $0.sendText(text) }
            #expect(code == 4400, "\(text)")
            #expect(reason.hasPrefix("bad_message: "), "\(text): \(reason)")
            #expect(reason.utf8.count > 20 && reason.utf8.count <= 123, "\(text): \(reason)")
        }
    }

    @Test func `FA57 CN8 a message over 65,536 bytes or 64 frames closes 1009`() throws {
        let server = try LiveServer()
        func ping(bytes: Int) -> [UInt8] {
            let text = #"{"type":"ping","number":1}"#
            return Array((text + String(repeating: " ", count: bytes - text.utf8.count)).utf8)
        }
        let (socket, _) = try server.join(key: 9)
        socket.sendFrame(1, ping(bytes: 65_536))
        #expect(socket.readMessage("pong")?["number"]?.integer == 1)
        for index in 0..<64 {
            let isLast = index == 63
            let byte = ping(bytes: 64)[index]
            socket.sendFrame(index == 0 ? 1 : 0, [byte], isFinal: isLast)
        }
        #expect(socket.readMessage("pong")?["number"]?.integer == 1)
        #expect(try close(server) { $0.sendFrame(1, ping(bytes: 65_537)) }.code == 1009)
        let frames = try close(server) { socket in
            for index in 0..<65 { socket.sendFrame(index == 0 ? 1 : 0, [0x20], isFinal: false) }
        }
        #expect(frames.code == 1009)
    }

    @Test func `CN9 a message before the hello closes 4400`() throws {
        let server = try LiveServer()
        for text in [
            #"{"type":"ping","number":1}"#, LiveServer.add(seq: 1, id: "1.1"),
            #"{"type":"presence","selection":[]}"#, "nonsense",
        ] {
            let socket = try server.open()
            socket.sendText(text)
            #expect(socket.readClose()?.code == 4400, "\(text)")
        }
    }

    @Test func `CM12 SM4 a viewer is told no number, and its edit closes 4400`() throws {
        let server = try LiveServer()
        let (viewer, welcome) = try server.join()
        #expect(welcome["member"] != nil)
        #expect(welcome["client"] == nil && welcome["seq"] == nil && welcome["counter"] == nil)
        viewer.sendText(LiveServer.add(seq: 1, id: "1.1"))
        #expect(viewer.readClose()?.code == 4400)
        #expect(try server.join().1["revision"]?.integer == 0)
    }

    @Test func `SM6 SM11 an edit tells its effective operation, checksum and time`() throws {
        let server = try LiveServer()
        let (socket, _) = try server.join(key: 9)
        socket.sendText(LiveServer.add(seq: 1, id: "1.1"))
        let edit = try #require(socket.readMessage("edit"))
        // The state after it is the one that the protocol's page works out.
        #expect(edit["checksum"]?.string == "172bda24c0c8a873")
        #expect((edit["time"]?.integer ?? 0) > 1_700_000_000_000)
        socket.sendText(
            #"{"type":"edit","seq":2,"mark":"0000000000000002","#
                + #""operation":{"type":"move","ids":["7.7","1.1","1.1"],"#
                + #""dx":1000001,"dy":1}}"#
        )
        let move = try #require(socket.readMessage("edit"))
        #expect(move["operation"]?["ids"] == (try JSONLine(#"["1.1"]"#)))
        #expect(move["operation"]?["dx"]?.integer == 1_000_000)
    }
}
