import EmojiArt
import Foundation
import TestKit
import Testing

/// The server behind Debian's nginx, which brings TLS.
struct ProxyTests {
    /// The status and the socket of a handshake through a tunnel to nginx.
    private func handshake(
        _ nginx: Nginx,
        through tunnel: TLSTunnel,
        changing: [String: String?] = [:]
    ) throws -> (status: Int?, socket: RawSocket) {
        let socket = try #require(RawSocket(port: tunnel.port, timeoutSeconds: Int(Wait.seconds)))
        let host = ["Host": "127.0.0.1:\(nginx.port)"] as [String: String?]
        socket.send(nginx.server.handshake(changing: host.merging(changing) { $1 }))
        let head = try #require(socket.readHead())
        return (Int(head.split(separator: " ").dropFirst().first ?? ""), socket)
    }

    @Test func `members edit together through nginx, and hear why a server goes`() throws {
        let nginx = try Nginx()
        let ada = try nginx.client()
        let bob = try nginx.client()
        for _ in 0..<5 {
            _ = try ada.add(3)
            _ = try bob.add(3)
        }
        #expect(try ada.settle())
        #expect(try bob.settle())
        #expect(try bob.eventually { $0.revision == 30 })
        #expect(try ada.eventually { $0.revision == 30 })
        #expect(try ada.document == bob.document)
        let tunnel = try nginx.tunnel()
        let (status, socket) = try handshake(nginx, through: tunnel)
        #expect(status == 101)
        nginx.server.stop()
        #expect(socket.readClose()?.code == 1012)
    }

    @Test func `HT31 limits count whom nginx speaks for, and nobody's own words`() throws {
        let nginx = try Nginx(
            ["--trusted-proxy", "127.0.0.1", "--connections-per-address", "2"]
        )
        let one = try nginx.tunnel(from: "127.0.0.2")
        let other = try nginx.tunnel(from: "127.0.0.3")
        var sockets: [RawSocket] = []
        // Longer than 4 KiB, and a scalar that is one character with the comma after it.
        for text in [String(repeating: "192.0.2.1,", count: 500), "\u{600}"] {
            let lie = ["X-Forwarded-For": text] as [String: String?]
            let (status, socket) = try handshake(nginx, through: one, changing: lie)
            #expect(status == 101)
            sockets.append(socket)
        }
        let lie = ["X-Forwarded-For": "192.0.2.3"] as [String: String?]
        #expect(try handshake(nginx, through: one, changing: lie).socket.readClose()?.code == 1013)
        #expect(try handshake(nginx, through: one).socket.readClose()?.code == 1013)
        let (status, stranger) = try handshake(nginx, through: other)
        #expect(status == 101)
        stranger.sendText(LiveServer.hello(key: 1))
        #expect(stranger.readMessage("welcome") != nil)
        // Who is gone is not counted any more.
        sockets.removeLast()
        #expect(
            try Wait.until {
                let socket = try handshake(nginx, through: one).socket
                socket.sendText(LiveServer.hello(key: 2))
                return socket.readMessage("welcome") != nil
            }
        )
    }

    @Test func `a silent connection outlives the patience of nginx`() throws {
        let nginx = try Nginx(patience: 25)
        let tunnel = try nginx.tunnel()
        let (status, socket) = try handshake(nginx, through: tunnel)
        #expect(status == 101)
        socket.sendText(LiveServer.hello(key: 1))
        #expect(socket.readMessage("welcome") != nil)
        // Two pings are 40 seconds.
        for _ in 0..<2 {
            var frame = socket.readFrame()
            while let other = frame, other.opcode != 9 { frame = socket.readFrame() }
            let ping = try #require(frame)
            socket.sendFrame(10, ping.payload)
        }
        socket.sendText(LiveServer.add(seq: 1, id: "1.1"))
        #expect(socket.readMessage("edit") != nil)
    }

    @Test func `HT12 HT13 a picture of 8 MiB passes nginx, and a larger one does not`() throws {
        let nginx = try Nginx()
        let tunnel = try nginx.tunnel()
        func put(_ count: Int) throws -> String {
            let image = SamplePicture.png(bytes: count)
            let socket = try #require(
                RawSocket(port: tunnel.port, timeoutSeconds: Int(Wait.seconds))
            )
            socket.send(
                "PUT /documents/picnic/background HTTP/1.1\r\nHost: 127.0.0.1:\(nginx.port)\r\n"
                    + "Connection: close\r\nContent-Length: \(count)\r\n\r\n"
            )
            socket.send(image)
            return try #require(socket.readHead())
        }
        let client = try nginx.client()
        try client.draw()
        #expect(try put(Limits.imageBytesMax).hasPrefix("HTTP/1.1 201 "))
        #expect(try put(Limits.imageBytesMax + 1).hasPrefix("HTTP/1.1 413 "))
    }
}
