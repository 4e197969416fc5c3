import Glibc

/// A blocking TCP client that sends exactly what it is told to.
///
/// Every wait is bounded by the socket's timeout; a failure reads as the end of the stream.
final class RawSocket {
    /// One frame as it came: the first byte's low half, and the payload.
    struct Incoming {
        let opcode: UInt8
        let payload: [UInt8]

        var text: String { String(decoding: payload, as: UTF8.self) }

        /// The code of a Close frame.
        var code: Int? {
            opcode == 8 && payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : nil
        }

        /// The reason of a Close frame.
        var reason: String { String(decoding: payload.dropFirst(2), as: UTF8.self) }
    }

    private let descriptor: Int32
    private var buffer: [UInt8] = []

    init?(port: Int, receiveBufferBytes: Int32? = nil) {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        descriptor = socket(AF_INET, kind, 0)
        var timeout = timeval(tv_sec: Int(Wait.seconds), tv_usec: 0)
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

    /// Sends one masked frame.
    @discardableResult
    func sendFrame(
        _ opcode: UInt8,
        _ payload: [UInt8],
        isFinal: Bool = true,
        reserved: UInt8 = 0
    ) -> Bool {
        send(Self.frame(opcode, payload, isFinal: isFinal, reserved: reserved))
    }

    @discardableResult
    func sendText(_ text: String) -> Bool { sendFrame(1, Array(text.utf8)) }

    /// Sends messages as one run of bytes.
    @discardableResult
    func sendTexts(_ texts: [String]) -> Bool {
        send(texts.flatMap { Self.frame(1, Array($0.utf8)) })
    }

    private static func frame(
        _ opcode: UInt8,
        _ payload: [UInt8],
        isFinal: Bool = true,
        reserved: UInt8 = 0
    ) -> [UInt8] {
        let count = payload.count
        var bytes: [UInt8] = [(isFinal ? 0x80 : 0) | reserved | opcode]
        if count <= 125 {
            bytes.append(0x80 | UInt8(count))
        } else if count <= 65_535 {
            bytes += [0x80 | 126, UInt8(count >> 8), UInt8(count & 0xFF)]
        } else {
            bytes.append(0x80 | 127)
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: count >> shift))
            }
        }
        // A mask of zeros is a mask: the payload goes as it is.
        bytes += [0, 0, 0, 0]
        return bytes + payload
    }

    /// Reads what is there, waiting for something; false at the end or after the timeout.
    private func fill() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe recv(descriptor, &chunk, chunk.count, 0)
        guard count > 0 else { return false }
        buffer += chunk[..<count]
        return true
    }

    private func read(_ count: Int) -> [UInt8]? {
        while buffer.count < count {
            guard fill() else { return nil }
        }
        let taken = Array(buffer[..<count])
        buffer.removeFirst(count)
        return taken
    }

    /// Everything until the peer closes.
    func readToEnd() -> String {
        while fill() {}
        return String(decoding: buffer, as: UTF8.self)
    }

    /// The response head, without the empty line; nil at the end.
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

    /// The first Close frame, whatever comes before it; nil when the stream ends without one.
    func readClose() -> Incoming? {
        while let frame = readFrame() {
            if frame.opcode == 8 { return frame }
        }
        return nil
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
