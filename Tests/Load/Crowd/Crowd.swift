internal import CCrowd
internal import Glibc

/// Many WebSocket clients on one thread, for who measures a server.
///
/// No extensions, and as little work for a byte as can be: what a load generator does
/// itself it takes from the server that it shares a machine with.
/// ```
/// turn: wait ─> read, scan frames ─> handler ─> write what was sent, one send for each member
/// ```
/// One thread only.
package final class Crowd {
    private let epoll: Int32
    private let timer: Int32
    private let address: CrowdAddress
    private let tls: CrowdTLS?
    private var sockets: [CrowdSocket?] = []
    private var found = [UInt64](repeating: 0, count: 512)
    private var input = [UInt8](repeating: 0, count: 262_144)
    private var unsent: [Int] = []
    private var mask: UInt32 = 0x9E37_79B9
    private unowned let handler: any CrowdHandler

    /// The tag of the timer.
    private static let timerTag = UInt64(UInt32.max)

    /// Makes a crowd without members.
    ///
    /// - Parameters:
    ///   - address: Where the server is.
    ///   - tls: Whom the members believe, with a server that speaks TLS.
    ///   - handler: Who is told what happens; it outlives the crowd.
    /// - Throws: When the system has no descriptors for it.
    package init(
        at address: CrowdAddress,
        _ tls: CrowdTLS? = nil,
        handler: any CrowdHandler
    ) throws(CrowdError) {
        self.address = address
        self.tls = tls
        self.handler = handler
        epoll = shim_epoll_create()
        timer = shim_nanosecond_timer()
        guard epoll >= 0, timer >= 0,
            shim_epoll_set(epoll, timer, Self.timerTag, 1, Int32(SHIM_READABLE)) == 0
        else { throw CrowdSocket.failure("no event loop") }
    }

    deinit {
        for case let socket? in sockets { socket.close() }
        Glibc.close(timer)
        Glibc.close(epoll)
    }

    /// CLOCK_MONOTONIC in nanoseconds.
    package static var now: UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Raises the limit of open descriptors of this process as far as it may.
    package static func allowMoreDescriptors() {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return
        }
        limit.rlim_cur = limit.rlim_max
        unsafe _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    /// Begins to connect another member; its number, which is never used again.
    ///
    /// - Parameters:
    ///   - path: What it asks for, as in a request.
    ///   - receiveBufferBytes: How much the kernel keeps for it; nil for what is usual.
    /// - Returns: The member's number, counted from 0.
    /// - Throws: When there are no more descriptors or ports.
    package func connect(
        path: String,
        receiveBufferBytes: Int? = nil
    ) throws(CrowdError) -> Int {
        var socket = try CrowdSocket(to: address, tls, receiveBufferBytes: receiveBufferBytes)
        let request = """
            GET \(path) HTTP/1.1\r
            Host: \(address.host)\r
            Upgrade: websocket\r
            Connection: Upgrade\r
            Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
            Sec-WebSocket-Version: 13\r
            Sec-WebSocket-Protocol: emojiart.v1\r
            \r

            """
        socket.output = Array(request.utf8)
        let member = sockets.count
        sockets.append(socket)
        watch(member, isNew: true)
        return member
    }

    /// Sends a text message with the end of this turn; one that is gone is left out.
    package func send(_ payload: Span<UInt8>, from member: Int) {
        append(1, payload, to: member)
    }

    /// Hangs up without a word; nothing more is told of the member.
    package func hangUp(_ member: Int) {
        sockets[member]?.close()
        sockets[member] = nil
    }

    /// Reads nothing more of what a member is sent, or goes on with it.
    package func setReading(_ isReading: Bool, _ member: Int) {
        guard sockets[member] != nil else { return }
        sockets[member]?.isReading = isReading
        watch(member, isNew: false)
    }

    /// Has the handler woken at a time of `now`'s clock; a later call replaces it.
    package func wake(at nanoseconds: UInt64) { _ = shim_nanosecond_timer_set(timer, nanoseconds) }

    /// Waits for something to happen, tells the handler, and writes what it sent.
    package func turn() {
        let count = unsafe shim_epoll_wait(epoll, &found, Int32(found.count), 1_000)
        for index in 0..<max(0, Int(count)) {
            let tag = found[index] >> UInt64(SHIM_TAG_SHIFT)
            if tag == Self.timerTag {
                var fired: UInt64 = 0
                unsafe _ = read(timer, &fired, 8)
                handler.woken()
            } else {
                serve(Int(tag), Int(truncatingIfNeeded: found[index] & 7))
            }
        }
        flush()
    }

    /// Writes what was sent outside of a turn.
    package func flush() {
        for member in unsent {
            sockets[member]?.isQueued = false
            write(member)
        }
        unsent.removeAll(keepingCapacity: true)
    }

    private func serve(_ member: Int, _ bits: Int) {
        guard let phase = sockets[member]?.phase else { return }
        switch sockets[member]?.progress() {
        case .ready: break
        case .waiting, nil: return waitForServer(member)
        case .failed(let reason): return end(member, nil, reason)
        }
        if bits & SHIM_WRITABLE != 0 || phase == .securing { write(member) }
        if bits & SHIM_READABLE != 0 { receive(member) }
        if bits & SHIM_ENDED != 0, sockets[member] != nil {
            end(member, nil, "the connection was reset")
        }
    }

    /// It is the server's turn in the handshake: a socket with room would wake us over and over.
    private func waitForServer(_ member: Int) {
        guard sockets[member]?.waitsForRoom == true else { return }
        sockets[member]?.waitsForRoom = false
        watch(member, isNew: false)
    }

    private func receive(_ member: Int) {
        while let socket = sockets[member] {
            let found = unsafe input.withUnsafeMutableBytes { unsafe socket.read(into: $0) }
            switch found {
            case .again: return
            case .ended: return end(member, nil, "the server hung up")
            case .done(let count):
                take(count, member)
                // What does not fit into the buffer waits within TLS, where nothing wakes us.
                if count < input.count { return }
            }
        }
    }

    private func take(_ count: Int, _ member: Int) {
        let time = Self.now
        guard case .open = sockets[member]?.phase, sockets[member]?.partial.isEmpty == true else {
            sockets[member]?.partial += input[..<count]
            return scanPartial(member, time)
        }
        // The common case: whole frames, read where they lie.
        let rest = scan(input.span.extracting(0..<count), member, time)
        if rest < count { sockets[member]?.partial = Array(input[rest..<count]) }
    }

    private func scanPartial(_ member: Int, _ time: UInt64) {
        guard var bytes = sockets[member]?.partial else { return }
        if case .upgrading = sockets[member]?.phase {
            guard let end = bytes.firstRange(of: [13, 10, 13, 10]) else { return }
            guard bytes.starts(with: "HTTP/1.1 101 ".utf8) else {
                let line = bytes.prefix { $0 != 13 }
                return self.end(member, nil, String(decoding: line, as: UTF8.self))
            }
            bytes.removeFirst(end.upperBound)
            sockets[member]?.phase = .open
            handler.opened(member)
        }
        let rest = scan(bytes.span, member, time)
        bytes.removeFirst(rest)
        sockets[member]?.partial = bytes
    }

    /// Hands on all whole frames; where the rest begins.
    private func scan(_ bytes: Span<UInt8>, _ member: Int, _ time: UInt64) -> Int {
        var scanner = FrameScanner()
        while let frame = scanner.next(in: bytes) {
            let payload = bytes.extracting(frame.payload)
            switch frame.opcode {
            case 1: handler.received(payload, at: time, by: member)
            case 8:
                end(member, payload)
                return bytes.count
            case 9: append(10, payload, to: member)
            default: break
            }
            // The handler may have hung up.
            guard sockets[member] != nil else { return bytes.count }
        }
        return scanner.offset
    }

    private func end(_ member: Int, _ close: Span<UInt8>) {
        var bytes: [UInt8] = []
        for index in close.indices { bytes.append(close[index]) }
        let code = bytes.count < 2 ? nil : Int(bytes[0]) << 8 | Int(bytes[1])
        end(member, code, String(decoding: bytes.dropFirst(2), as: UTF8.self))
    }

    private func end(_ member: Int, _ code: Int?, _ reason: String) {
        hangUp(member)
        handler.closed(member, CrowdEnd(code: code, reason: reason))
    }

    private func append(_ opcode: UInt8, _ payload: Span<UInt8>, to member: Int) {
        guard sockets[member] != nil else { return }
        // A xorshift: proxies are not what this talks to, and each frame has another mask.
        mask ^= mask << 13
        mask ^= mask >> 17
        mask ^= mask << 5
        sockets[member]?.append(opcode, payload, mask: mask)
        guard sockets[member]?.isQueued == false else { return }
        sockets[member]?.isQueued = true
        unsent.append(member)
    }

    private func write(_ member: Int) {
        guard let socket = sockets[member] else { return }
        switch socket.phase {
        case .connecting, .securing: return
        case .upgrading, .open: break
        }
        guard sockets[member]?.write() == true else {
            return end(member, nil, "the connection was reset")
        }
        let waits = sockets[member]?.output.isEmpty == false
        guard waits != socket.waitsForRoom else { return }
        sockets[member]?.waitsForRoom = waits
        watch(member, isNew: false)
    }

    private func watch(_ member: Int, isNew: Bool) {
        guard let socket = sockets[member] else { return }
        let events =
            (socket.isReading ? SHIM_READABLE : 0) | (socket.waitsForRoom ? SHIM_WRITABLE : 0)
        _ = shim_epoll_set(epoll, socket.descriptor, UInt64(member), isNew ? 1 : 0, Int32(events))
    }
}
