internal import Foundation
internal import Glibc

/// A proxy's sockets and the loop that waits for them.
///
/// Owned by one thread.
struct ProxyLoop: Sendable {
    var target: Int
    private let port: Int
    /// Keeps the port while nobody listens on it.
    private var placeholder: ProxySocket
    private var listener: ProxySocket?
    private var links: [Int: ProxyLink] = [:]
    private var accepted = 0
    var scripts: [[FaultStep]] = []
    var storm: FaultStorm?
    private var counts = FaultCounts()
    var hasEnded = false

    private init(target: Int, port: Int, placeholder: ProxySocket) {
        self.target = target
        self.port = port
        self.placeholder = placeholder
    }

    /// A loop that listens, and its port; nil when there is no port to be had.
    static func made(to target: Int) -> (ProxyLoop, port: Int)? {
        guard var placeholder = ProxySocket.bound(to: 0) else { return nil }
        guard let port = placeholder.port else {
            placeholder.close(abruptly: false)
            return nil
        }
        var loop = ProxyLoop(target: target, port: port, placeholder: placeholder)
        loop.listen(true)
        guard loop.listener != nil else {
            loop.placeholder.close(abruptly: false)
            return nil
        }
        return (loop, port)
    }

    /// Takes connections, or refuses them.
    mutating func listen(_ isListening: Bool) {
        guard isListening else {
            listener?.close(abruptly: false)
            listener = nil
            return
        }
        guard listener == nil, var socket = ProxySocket.bound(to: port) else { return }
        if socket.startListening() { listener = socket } else { socket.close(abruptly: false) }
    }

    /// Goes on until it is told to end.
    mutating func run(_ desk: ProxyDesk) {
        while !hasEnded {
            wait(desk.bell)
            let orders = desk.takeOrders()
            for (order, _) in orders { order(&self) }
            let now = Self.now
            while let client = listener?.acceptOne() { accept(client) }
            for number in links.keys.sorted() {
                links[number]?.turn(now, &counts)
                if links[number]?.isOver == true { links[number] = nil }
            }
            desk.tell(counts)
            for (_, done) in orders { done.signal() }
        }
        closeAll()
        listener?.close(abruptly: false)
        placeholder.close(abruptly: false)
    }

    private mutating func accept(_ client: ProxySocket) {
        var client = client
        guard let server = ProxySocket.connecting(to: target) else {
            return client.close(abruptly: true)
        }
        let steps: [FaultStep]
        if scripts.isEmpty {
            steps = storm?.steps(connection: accepted) ?? []
        } else {
            steps = scripts.removeFirst()
        }
        links[accepted] = ProxyLink(client: client, server: server, steps: steps)
        accepted += 1
        counts.connections += 1
    }

    mutating func changeLinks(_ change: (inout ProxyLink) -> Void) {
        for number in links.keys {
            guard var link = links[number] else { continue }
            change(&link)
            links[number] = link
        }
    }

    mutating func closeAll() {
        changeLinks { $0.close(abruptly: true) }
        links = [:]
    }

    mutating func heal() {
        scripts = []
        storm = nil
        changeLinks { $0.heal() }
    }

    /// Waits until there is something to do.
    private func wait(_ bell: Int32) {
        let now = Self.now
        var waited = [pollfd(fd: bell, events: Int16(POLLIN), revents: 0)]
        if let listener {
            waited.append(pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0))
        }
        var alarm: UInt64?
        for link in links.values {
            let interest = link.interest(now)
            waited.append(Self.wish(link.client, interest.clientIn, interest.clientOut))
            waited.append(Self.wish(link.server, interest.serverIn, interest.serverOut))
            if let time = link.alarm(now) { alarm = min(alarm ?? time, time) }
        }
        let timeout = alarm.map { $0 > now ? Int32(min($0 - now, 60_000)) : 0 } ?? -1
        _ = unsafe poll(&waited, nfds_t(waited.count), timeout)
    }

    /// A socket that is waited for in no way is not looked at: its end would be told at once.
    private static func wish(_ socket: ProxySocket, _ input: Bool, _ output: Bool) -> pollfd {
        pollfd(
            fd: input || output ? socket.descriptor : -1,
            events: Int16((input ? POLLIN : 0) | (output ? POLLOUT : 0)),
            revents: 0
        )
    }

    /// CLOCK_MONOTONIC in milliseconds.
    private static var now: UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000 + UInt64(time.tv_nsec) / 1_000_000
    }
}
