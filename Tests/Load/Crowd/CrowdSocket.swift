internal import Glibc

/// One member's connection: a descriptor, and what is not whole yet in either direction.
struct CrowdSocket {
    enum Phase {
        case connecting
        /// The handshake of TLS goes on.
        case securing
        case upgrading
        case open
    }

    let descriptor: Int32
    private var tls: CrowdTLS.Connection?
    var phase = Phase.connecting
    /// What was read and is no whole frame, or no whole answer to the handshake.
    var partial: [UInt8] = []
    /// What the kernel has not taken yet.
    var output: [UInt8] = []
    var isReading = true
    var waitsForRoom = true
    /// Whether it is in line for the end of the turn.
    var isQueued = false

    init(
        to address: CrowdAddress,
        _ tls: CrowdTLS?,
        receiveBufferBytes: Int?
    ) throws(CrowdError) {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let family = Int32(address.storage.ss_family)
        descriptor = socket(family, kind | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Self.failure("no more sockets") }
        var one: Int32 = 1
        unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4)
        if let receiveBufferBytes {
            var bytes = Int32(receiveBufferBytes)
            unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &bytes, 4)
        }
        var storage = address.storage
        let outcome = unsafe withUnsafePointer(to: &storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, address.length)
            }
        }
        guard outcome == 0 || errno == EINPROGRESS else {
            Glibc.close(descriptor)
            throw Self.failure("cannot connect")
        }
        self.tls = tls?.begin(on: descriptor)
    }

    func close() {
        tls?.free()
        Glibc.close(descriptor)
    }

    /// What comes of going on with a connection that is not ready for the request yet.
    enum Progress {
        case ready
        case waiting
        case failed(String)
    }

    /// Goes on until the request can be sent.
    mutating func progress() -> Progress {
        if case .connecting = phase {
            let failure = connectFailure
            guard failure == 0 else { return .failed(unsafe String(cString: strerror(failure))) }
            phase = tls == nil ? .upgrading : .securing
        }
        guard case .securing = phase, let tls else { return .ready }
        switch tls.secure() {
        case .done:
            phase = .upgrading
            return .ready
        case .again: return .waiting
        case .ended: return .failed(tls.fault)
        }
    }

    /// What came of reading, of writing, or of a step of TLS.
    enum Outcome {
        /// So many bytes.
        case done(Int)
        /// Nothing, until the socket is ready again.
        case again
        case ended
    }

    /// Reads what there is and fits.
    func read(into bytes: UnsafeMutableRawBufferPointer) -> Outcome {
        if let tls { return unsafe tls.read(into: bytes) }
        let count = unsafe recv(descriptor, bytes.baseAddress, bytes.count, 0)
        if count > 0 { return .done(count) }
        return count < 0 && errno == EAGAIN ? .again : .ended
    }

    /// Writes bytes, or some of them.
    private func write(_ bytes: UnsafeRawBufferPointer) -> Outcome {
        if let tls { return unsafe tls.write(bytes) }
        let count = unsafe send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        if count >= 0 { return .done(count) }
        return errno == EAGAIN ? .again : .ended
    }

    static func failure(_ what: String) -> CrowdError {
        CrowdError(description: "\(what): \(unsafe String(cString: strerror(errno)))")
    }

    /// Whether a connect that was under way failed.
    private var connectFailure: Int32 {
        var code: Int32 = 0
        var length = socklen_t(4)
        unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length)
        return code
    }

    /// Writes what waits; false when the connection is gone.
    mutating func write() -> Bool {
        guard !output.isEmpty else { return true }
        switch unsafe output.withUnsafeBytes({ unsafe write($0) }) {
        case .again: break
        case .ended: return false
        case .done(let count):
            if count == output.count {
                output.removeAll(keepingCapacity: true)
            } else {
                output.removeFirst(count)
            }
        }
        return true
    }

    /// Appends a frame of a client, which has a mask.
    mutating func append(_ opcode: UInt8, _ payload: Span<UInt8>, mask: UInt32) {
        output.append(0x80 | opcode)
        let count = payload.count
        if count < 126 {
            output.append(0x80 | UInt8(count))
        } else if count < 65_536 {
            output += [0x80 | 126, UInt8(count >> 8), UInt8(count & 0xFF)]
        } else {
            output.append(0x80 | 127)
            for shift in (0..<8).reversed() {
                output.append(UInt8(truncatingIfNeeded: count >> (8 * shift)))
            }
        }
        for shift in [24, 16, 8, 0] as [UInt32] {
            output.append(UInt8(truncatingIfNeeded: mask >> shift))
        }
        output.reserveCapacity(output.count + count)
        for index in payload.indices {
            let shift = UInt32(24 - 8 * (index & 3))
            output.append(payload[index] ^ UInt8(truncatingIfNeeded: mask >> shift))
        }
    }
}
