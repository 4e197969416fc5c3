import TestKit

extension RawSocket {
    /// The lines of a correct handshake; a name given anew replaces that line, nil removes it.
    static func handshake(path: String = "/ws", changing: [String: String?] = [:]) -> String {
        var headers: [(String, String)] = [
            ("Host", "localhost"), ("Upgrade", "websocket"), ("Connection", "Upgrade"),
            ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="), ("Sec-WebSocket-Version", "13"),
            ("Sec-WebSocket-Protocol", "emojiart.v1"),
        ]
        headers = headers.compactMap { name, value in
            guard let changed = changing[name] else { return (name, value) }
            return changed.map { (name, $0) }
        }
        let lines = headers.map { "\($0.0): \($0.1)\r\n" }.joined()
        return "GET \(path) HTTP/1.1\r\n\(lines)\r\n"
    }

    /// A client whose WebSocket is open.
    static func open(
        port: Int,
        path: String = "/ws",
        receiveBufferBytes: Int32? = nil
    ) -> RawSocket? {
        guard let client = RawSocket(port: port, receiveBufferBytes: receiveBufferBytes) else {
            return nil
        }
        client.send(handshake(path: path))
        guard client.readHead()?.hasPrefix("HTTP/1.1 101 ") == true else { return nil }
        return client
    }
}
