extension RawSocket {
    /// The lines of a correct handshake with a server on a port of this machine.
    ///
    /// A header of `changing` takes the place of that line, or is one more; nil removes it.
    package static func handshake(
        to port: Int,
        _ path: String = "/ws",
        method: String = "GET",
        changing: [String: String?] = [:]
    ) -> String {
        var headers: [(String, String?)] = [
            ("Host", "127.0.0.1:\(port)"), ("Upgrade", "websocket"), ("Connection", "Upgrade"),
            ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="), ("Sec-WebSocket-Version", "13"),
            ("Sec-WebSocket-Protocol", "emojiart.v1"),
        ]
        for (name, value) in changing {
            headers.removeAll { $0.0 == name }
            headers.append((name, value))
        }
        let lines = headers.compactMap { name, value in value.map { "\(name): \($0)\r\n" } }
        return "\(method) \(path) HTTP/1.1\r\n\(lines.joined())\r\n"
    }

    /// A client whose WebSocket is open; nil when the server did not accept it.
    package static func open(
        port: Int,
        _ path: String = "/ws",
        timeoutSeconds: Int = 10,
        receiveBufferBytes: Int32? = nil
    ) -> RawSocket? {
        let client = RawSocket(
            port: port,
            timeoutSeconds: timeoutSeconds,
            receiveBufferBytes: receiveBufferBytes
        )
        guard let client, client.send(handshake(to: port, path)),
            client.readHead()?.hasPrefix("HTTP/1.1 101 ") == true
        else { return nil }
        return client
    }
}
