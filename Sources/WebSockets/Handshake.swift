internal import Transport

extension NativeSocket {
    /// The answer that refuses an upgrade by RFC 6455 section 4.2.1; nil for a right handshake.
    ///
    /// libwebsockets 4.1.6 accepts any version, or hangs up without an answer: this comes first.
    func refusalOfHandshake(_ request: HTTPRequest, subprotocol: String) -> HTTPResponse? {
        guard request.method == .get else {
            return HTTPResponse(status: 405, text: "GET only", headers: [("Allow", "GET")])
        }
        guard header(.webSocketVersion) == "13" else {
            return HTTPResponse(
                status: 426,
                text: "WebSocket version 13 only",
                headers: [("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13")]
            )
        }
        let connection = header(.connection) ?? ""
        guard Self.items(connection).contains(where: { $0.lowercased() == "upgrade" }) else {
            return HTTPResponse(status: 400, text: "Connection: Upgrade is missing")
        }
        // 16 bytes in base64 are 24 characters, the last two of them padding.
        guard let key = header(.webSocketKey), key.utf8.count == 24, key.hasSuffix("==") else {
            return HTTPResponse(status: 400, text: "Sec-WebSocket-Key is missing or wrong")
        }
        guard !request.host.isEmpty else {
            return HTTPResponse(status: 400, text: "Host is missing")
        }
        let protocols = header(.subprotocol) ?? ""
        // lws copies either list into 128 bytes and hangs up silently on a longer one.
        guard protocols.utf8.count <= 120, connection.utf8.count <= 120,
            Self.items(protocols).contains(subprotocol)
        else {
            return HTTPResponse(status: 400, text: "the subprotocol must be \(subprotocol)")
        }
        return nil
    }

    /// The items of a comma-separated header, without spaces; a token has none inside.
    private static func items(_ header: String) -> [String] {
        header.split(separator: ",").map { item in
            String(item.filter { $0 != " " && $0 != "\t" })
        }
    }
}
