import TestKit
import Testing

// What a client of another make does: it writes the bytes itself.
extension LiveServer {
    /// The lines of a correct handshake; a header given anew replaces that line, nil removes it.
    func handshake(
        _ path: String = "/documents/picnic",
        method: String = "GET",
        changing: [String: String?] = [:]
    ) -> String {
        RawSocket.handshake(to: port, path, method: method, changing: changing)
    }

    /// Sends a handshake and returns the head of the answer.
    func answer(toHandshake text: String) throws -> String {
        let socket = try #require(RawSocket(port: port, timeoutSeconds: Int(Wait.seconds)))
        socket.send(text)
        return try #require(socket.readHead())
    }

    func status(
        _ path: String = "/documents/picnic",
        method: String = "GET",
        changing: [String: String?] = [:]
    ) throws -> Int? {
        let head = try answer(toHandshake: handshake(path, method: method, changing: changing))
        return Int(head.split(separator: " ").dropFirst().first ?? "")
    }

    /// A request over HTTP, with a body or without: the status, the head and the body.
    func request(
        _ path: String,
        method: String = "GET",
        host: String? = nil,
        origin: String? = nil,
        bearer: String? = nil,
        sending sent: [UInt8] = []
    ) throws -> (status: Int?, head: String, body: String) {
        let socket = try #require(RawSocket(port: port, timeoutSeconds: Int(Wait.seconds)))
        let origin = origin.map { "Origin: \($0)\r\n" } ?? ""
        let bearer = bearer.map { "Authorization: Bearer \($0)\r\n" } ?? ""
        let length =
            method == "GET" || method == "HEAD" ? "" : "Content-Length: \(sent.count)\r\n"
        let host = host ?? "127.0.0.1:\(port)"
        let headers = "Host: \(host)\r\n\(origin)\(bearer)\(length)"
        socket.send("\(method) \(path) HTTP/1.1\r\n\(headers)\r\n")
        socket.send(sent)
        let text = try #require(socket.readToEnd())
        let end = text.firstRange(of: "\r\n\r\n")
        let head = String(text[..<(end?.lowerBound ?? text.endIndex)])
        let body = end.map { String(text[$0.upperBound...]) } ?? ""
        return (Int(head.split(separator: " ").dropFirst().first ?? ""), head, body)
    }

    /// A socket whose upgrade was accepted and that has said nothing yet.
    func open(_ name: String = "picnic", receiveBufferBytes: Int32? = nil) throws -> RawSocket {
        try #require(
            RawSocket.open(
                port: port,
                "/documents/\(name)",
                timeoutSeconds: Int(Wait.seconds),
                receiveBufferBytes: receiveBufferBytes
            )
        )
    }

    /// A socket that said hello, and read nothing yet; key 0 is a viewer.
    func greet(
        key: Int = 0,
        on name: String = "picnic",
        token: String? = nil,
        receiveBufferBytes: Int32? = nil
    ) throws -> RawSocket {
        let socket = try open(name, receiveBufferBytes: receiveBufferBytes)
        socket.sendText(Self.hello(key: key, token: token))
        return socket
    }

    /// A socket that said hello, and the welcome it got; key 0 is a viewer.
    func join(
        _ name: String = "picnic",
        key: Int = 0,
        token: String? = nil
    ) throws -> (RawSocket, JSONLine) {
        let socket = try greet(key: key, on: name, token: token)
        return (socket, try #require(socket.readMessage("welcome")))
    }

    /// The hello of a client, told by a small number; 0 is a viewer.
    static func hello(key: Int = 0, token: String? = nil) -> String {
        let token = token.map { #","token":"\#($0)""# } ?? ""
        guard key != 0 else { return #"{"type":"hello"\#(token)}"# }
        let digits = String(key, radix: 16)
        return #"{"type":"hello","key":"\#(String(repeating: "0", count: 32 - digits.count))"#
            + digits + #""\#(token)}"#
    }

    /// The mark of the edit of a seq, for a client that gives each seq to one edit.
    static func mark(_ seq: Int) -> String {
        let digits = String(seq, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// An edit that adds one emoji.
    static func add(seq: Int, id: String) -> String {
        #"{"type":"edit","seq":\#(seq),"mark":"\#(LiveServer.mark(seq))","#
            + #""operation":{"type":"add","emojis":["#
            + #"{"id":"\#(id)","text":"🌲","x":0,"y":0,"size":40}]}}"#
    }
}

extension RawSocket {
    /// True when the server answers a ping.
    var answersPing: Bool {
        sendText(#"{"type":"ping","number":7}"#)
        return readMessage("pong")?["number"]?.integer == 7
    }

    /// The next text message of one of the types; nil when the stream ends without one.
    func readMessage(_ types: String...) -> JSONLine? {
        while let frame = readFrame() {
            guard frame.opcode == 1, let message = try? JSONLine(frame.payload) else { continue }
            if types.contains(message.type) { return message }
        }
        return nil
    }
}
