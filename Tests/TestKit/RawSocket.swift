internal import Glibc

/// A blocking TCP client that sends exactly the bytes it is told to, hostile ones too.
///
/// Every wait is bounded by the socket's timeout; a failure reads as the end of the stream.
package final class RawSocket {
    /// What this client masks its frames with.
    package static let mask: UInt32 = 0x1234_5678

    /// The socket's descriptor.
    package let descriptor: Int32
    private var buffer: [UInt8] = []

    /// Connects to a port of this machine; nil when nobody listens.
    package init?(port: Int, timeoutSeconds: Int = 10, receiveBufferBytes: Int32? = nil) {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        descriptor = socket(AF_INET, kind, 0)
        setTimeout(milliseconds: timeoutSeconds * 1_000)
        if var bytes = receiveBufferBytes {
            unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &bytes, 4)
        }
        let isConnected = unsafe withLoopback(port) { unsafe connect(descriptor, $0, $1) } == 0
        guard isConnected else { return nil }
    }

    /// Takes over a socket that is connected.
    package init(adopting descriptor: Int32) {
        self.descriptor = descriptor
        setTimeout(milliseconds: 10_000)
    }

    deinit { close(descriptor) }

    /// How long each of the reads and writes to come may take.
    package func setTimeout(milliseconds: Int) {
        var timeout = timeval(
            tv_sec: milliseconds / 1_000,
            tv_usec: milliseconds % 1_000 * 1_000
        )
        let size = socklen_t(MemoryLayout<timeval>.size)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, size)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, size)
    }

    /// Has each write leave as a segment of its own, instead of joining it with the next one.
    package func sendAtOnce() {
        var isOn: Int32 = 1
        unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, 4)
    }

    /// Says that no more will be sent; reading goes on.
    package func finishWriting() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    /// Whether the peer has ended the stream and all of it was read; waits for what comes.
    package func isAtEnd() -> Bool { isEnded(0) }

    /// Whether the peer has ended the stream, or reset it, behind what was read; does not wait.
    package var isEndedAlready: Bool { isEnded(Int32(MSG_DONTWAIT)) }

    private func isEnded(_ flags: Int32) -> Bool {
        guard buffer.isEmpty else { return false }
        var byte: UInt8 = 0
        let count = unsafe recv(descriptor, &byte, 1, Int32(MSG_PEEK) | flags)
        return count == 0 || (count < 0 && errno == ECONNRESET)
    }

    /// Sends bytes; false when the peer is gone.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
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

    /// Sends a text's bytes; false when the peer is gone.
    @discardableResult
    package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Sends one masked frame; `announced` overrides the length it claims.
    @discardableResult
    package func sendFrame(
        _ opcode: UInt8,
        _ payload: [UInt8],
        isFinal: Bool = true,
        reserved: UInt8 = 0,
        announced: UInt64? = nil
    ) -> Bool {
        let frame = RawFrame(opcode, payload, isFinal: isFinal, reserved: reserved)
        return send(frame.encoded(mask: Self.mask, announced: announced))
    }

    /// Sends one text message; false when the peer is gone.
    @discardableResult
    package func sendText(_ text: String) -> Bool { sendFrame(1, Array(text.utf8)) }

    /// Sends text messages as one run of bytes; false when the peer is gone.
    @discardableResult
    package func sendTexts(_ texts: [String]) -> Bool {
        send(texts.flatMap { RawFrame(1, Array($0.utf8)).encoded(mask: Self.mask) })
    }

    /// Reads what is there, waiting for something; false at the end or after the timeout.
    @discardableResult
    package func fill() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe recv(descriptor, &chunk, chunk.count, 0)
        guard count > 0 else { return false }
        buffer += chunk[..<count]
        return true
    }

    /// The next bytes, so many; nil when the stream ends before.
    package func read(_ count: Int) -> [UInt8]? {
        while buffer.count < count {
            guard fill() else { return nil }
        }
        let taken = Array(buffer[..<count])
        buffer.removeFirst(count)
        return taken
    }

    /// Everything until the peer closes; nil when it did not within the timeout.
    package func readToEnd() -> String? {
        while fill() {}
        var byte: UInt8 = 0
        let isEnded = unsafe recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT)) == 0
        return isEnded || errno == ECONNRESET ? String(decoding: buffer, as: UTF8.self) : nil
    }

    /// The response head, without the empty line.
    package func readHead() -> String? {
        while true {
            if let end = buffer.firstRange(of: Array("\r\n\r\n".utf8)) {
                let head = String(decoding: buffer[..<end.lowerBound], as: UTF8.self)
                buffer.removeFirst(end.upperBound)
                return head
            }
            guard fill() else { return nil }
        }
    }

    /// The next text or Close frame; pings are answered on the way.
    ///
    /// A peer that does nothing but ping, every 20 seconds, has nothing to say: nil as well.
    package func readMessage() -> RawFrame? {
        for _ in 0..<3 {
            guard let frame = readFrame() else { return nil }
            guard frame.opcode == 9 else { return frame }
            sendFrame(10, frame.payload)
        }
        return nil
    }

    /// The first Close frame, whatever comes before it; nil when the stream ends without one.
    package func readClose() -> RawFrame? {
        while let frame = readMessage() {
            if frame.opcode == 8 { return frame }
        }
        return nil
    }
}
