import EmojiArt
import Foundation
import Synchronization
import TestKit
import Testing

/// Slow, flooding and hostile clients all at once, beside two that edit together.
@Suite(.aside) struct AbuseTogetherTests {
    /// What the server may take in all, far below what its queues could hold by themselves.
    private static let residentBytesMax = 300 << 20
    private static let seconds = 8.0

    /// Does something over and over on a thread of its own, until told to end.
    private final class Nuisance: Sendable {
        private let isOver = Mutex(false)
        private let ended = DispatchSemaphore(value: 0)

        init(_ body: @escaping @Sendable (Int) -> Void) {
            Thread { [self] in
                // Abuse comes from other machines: here it gets what the honest ones leave.
                setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
                var round = 0
                while !isOver.withLock({ $0 }) {
                    body(round)
                    round += 1
                }
                ended.signal()
            }.start()
        }

        func end() -> Bool {
            isOver.withLock { $0 = true }
            return ended.wait(timeout: .now() + Wait.seconds) == .success
        }
    }

    /// A connection to the pair's own document; nil when the server takes none at the moment.
    private static func connect(
        _ server: LiveServer,
        receiveBufferBytes: Int32? = nil
    ) -> RawSocket? {
        guard
            let socket = RawSocket(
                port: server.port,
                timeoutSeconds: Int(Wait.seconds),
                receiveBufferBytes: receiveBufferBytes
            )
        else { return nil }
        socket.send(server.handshake("/documents/picnic"))
        return socket.readHead()?.hasPrefix("HTTP/1.1 101 ") == true ? socket : nil
    }

    /// Edits as fast as the socket takes them, in the pair's own document.
    private func flooder(_ server: Carried<LiveServer>, _ key: Int) -> Nuisance {
        Nuisance { _ in
            guard let socket = Self.connect(server.value),
                socket.sendText(LiveServer.hello(key: 1_000 + key)),
                let welcome = socket.readMessage("welcome"),
                let client = welcome["client"]?.integer, let seq = welcome["seq"]?.integer
            else { return }
            let first = welcome["counter"]?.integer ?? 0
            for number in 1...250 {
                let id = "\(client).\(first + number)"
                guard socket.sendText(LiveServer.add(seq: seq + number, id: id)) else { return }
            }
            // Gone before it is answered: what it left behind is cleared away.
        }
    }

    /// Asks for the whole document again and again, and reads none of it.
    private func glutton(_ server: Carried<LiveServer>) -> Nuisance {
        Nuisance { _ in
            guard let socket = Self.connect(server.value, receiveBufferBytes: 4_096) else { return }
            socket.sendText(LiveServer.hello())
            for number in 0..<50 {
                let cursor = #"{"type":"presence","cursor":{"x":\#(number),"y":0}}"#
                guard socket.sendText(cursor) else { return }
            }
            _ = Wait.until(0.2) { socket.isEndedAlready }
        }
    }

    /// Sends anything.
    private func vandal(_ server: Carried<LiveServer>, _ seed: UInt64) throws -> Nuisance {
        let spoiler = Carried(try MessageSpoiler()).value
        return Nuisance { round in
            var generator = SplitMix64(seed: seed &+ UInt64(round))
            guard let peer = HostilePeer(server.value, spoiler),
                peer.begin(using: &generator)
            else { return }
            for _ in 0..<20 { guard peer.go(using: &generator) else { return } }
        }
    }

    @Test(.enabled(if: !LiveServer.isInstrumented))
    func `FA63 FA65 FA66 FA68 all at once: the honest ones go on, and memory has a bound`() throws {
        let server = try LiveServer([
            "--connections-per-address", "500", "--opens-per-address", "200",
        ])
        let pair = try LivePair(server)
        let neighbours = try LivePair(server, in: "next-door")
        let carried = Carried(server)
        var nuisances: [Nuisance] = []
        for key in 0..<4 { nuisances.append(flooder(carried, key)) }
        for _ in 0..<8 { nuisances.append(glutton(carried)) }
        for seed in 1...2 { nuisances.append(try vandal(carried, UInt64(seed) << 32)) }
        // Connections that say nothing, and one of each hundred bytes.
        let silent = (0..<50).compactMap { _ in RawSocket(port: server.port) }
        var most = 0
        _ = Wait.until(Self.seconds) {
            let figures = ProcessFigures(of: server.program.processID)
            most = max(most, figures?.residentBytes ?? 0)
            return false
        }
        for nuisance in nuisances { #expect(nuisance.end()) }
        try pair.check()
        try neighbours.check()
        print("abuse of all kinds: \(most >> 20) MiB at most")
        #expect(most < Self.residentBytesMax)
        #expect(silent.count == 50)
        _ = try server.logAtEnd()
    }
}
