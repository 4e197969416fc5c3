import Glibc

/// A blocking TCP client that sends exactly the bytes it is told to, hostile ones too.
///
/// Every wait is bounded by the socket's timeout; a failure reads as the end of the stream.
final class RawClient {
    /// One frame as it came: the first byte's low half, and the payload.
    struct Incoming: Equatable {
        let opcode: UInt8
        let payload: [UInt8]

        var text: String { String(decoding: payload, as: UTF8.self) }

        /// The code of a Close frame.
        var code: Int? {
            opcode == 8 && payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : nil
        }
    }

    let descriptor: Int32
    private var buffer: [UInt8] = []

    init?(port: Int, timeoutSeconds: Int = 10, receiveBufferBytes: Int32? = nil) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var timeout = timeval(tv_sec: timeoutSeconds, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, size)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, size)
        if var bytes = receiveBufferBytes {
            unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &bytes, 4)
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isConnected = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, length) == 0
            }
        }
        guard isConnected else { return nil }
    }

    deinit { close(descriptor) }

    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { all in
                unsafe Glibc.send(
                    descriptor,
                    UnsafeRawBufferPointer(rebasing: all[sent...]).baseAddress,
                    bytes.count - sent,
                    Int32(MSG_NOSIGNAL)
                )
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Sends one masked frame; `announced` overrides the length it claims.
    @discardableResult
    func sendFrame(
        _ opcode: UInt8,
        _ payload: [UInt8],
        isFinal: Bool = true,
        announced: UInt64? = nil
    ) -> Bool {
        let count = announced ?? UInt64(payload.count)
        var bytes: [UInt8] = [(isFinal ? 0x80 : 0) | opcode]
        if count <= 125 {
            bytes.append(0x80 | UInt8(count))
        } else if count <= 65_535 {
            bytes += [0x80 | 126, UInt8(count >> 8), UInt8(count & 0xFF)]
        } else {
            bytes.append(0x80 | 127)
            for shift in stride(from: UInt64(56), through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: count >> shift))
            }
        }
        let mask: [UInt8] = [0x12, 0x34, 0x56, 0x78]
        bytes += mask
        for (index, byte) in payload.enumerated() { bytes.append(byte ^ mask[index % 4]) }
        return send(bytes)
    }

    @discardableResult
    func sendText(_ text: String) -> Bool { sendFrame(1, Array(text.utf8)) }

    /// Reads what is there, waiting for something; false at the end or after the timeout.
    @discardableResult
    func fill() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe recv(descriptor, &chunk, chunk.count, 0)
        guard count > 0 else { return false }
        buffer += chunk[..<count]
        return true
    }

    func read(_ count: Int) -> [UInt8]? {
        while buffer.count < count {
            guard fill() else { return nil }
        }
        let taken = Array(buffer[..<count])
        buffer.removeFirst(count)
        return taken
    }

    /// Everything until the peer closes; nil when it did not within the timeout.
    func readToEnd() -> String? {
        while fill() {}
        var byte: UInt8 = 0
        let isEnded = unsafe recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT)) == 0
        return isEnded || errno == ECONNRESET ? String(decoding: buffer, as: UTF8.self) : nil
    }

    /// The response head, without the empty line.
    func readHead() -> String? {
        while true {
            if let end = buffer.firstRange(of: Array("\r\n\r\n".utf8)) {
                let head = String(decoding: buffer[..<end.lowerBound], as: UTF8.self)
                buffer.removeFirst(end.upperBound)
                return head
            }
            guard fill() else { return nil }
        }
    }

    /// The next frame; nil at the end.
    func readFrame() -> Incoming? {
        guard let head = read(2) else { return nil }
        var count = Int(head[1] & 0x7F)
        if count >= 126 {
            guard let extended = read(count == 126 ? 2 : 8) else { return nil }
            count = extended.reduce(0) { $0 << 8 | Int($1) }
        }
        guard let payload = read(count) else { return nil }
        return Incoming(opcode: head[0] & 0x0F, payload: payload)
    }

    /// The next text or Close frame; pings are answered on the way.
    func readMessage() -> Incoming? {
        while let frame = readFrame() {
            guard frame.opcode == 9 else { return frame }
            sendFrame(10, frame.payload)
        }
        return nil
    }

    /// The code of the first Close frame, whatever comes before it.
    func readCloseCode() -> Int? {
        while let frame = readMessage() {
            if let code = frame.code { return code }
        }
        return nil
    }
}

extension RawClient {
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
    ) -> RawClient? {
        guard let client = RawClient(port: port, receiveBufferBytes: receiveBufferBytes) else {
            return nil
        }
        client.send(handshake(path: path))
        guard client.readHead()?.hasPrefix("HTTP/1.1 101 ") == true else { return nil }
        return client
    }
}
