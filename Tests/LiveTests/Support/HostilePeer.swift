import TestKit

/// A peer that sends anything, now and then up to a welcome and mostly cut where it should not be.
final class HostilePeer {
    private let server: LiveServer
    private let spoiler: MessageSpoiler
    private let socket: RawSocket
    private var seq = 0

    /// Connects; nil when the server takes no connection.
    init?(_ server: LiveServer, _ spoiler: MessageSpoiler) {
        guard let socket = RawSocket(port: server.port, timeoutSeconds: 10) else { return nil }
        self.server = server
        self.spoiler = spoiler
        self.socket = socket
    }

    /// Begins in one of several ways; false when the server ended it.
    func begin(using generator: inout SplitMix64) -> Bool {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: return send(noise(using: &generator), using: &generator)
        case 1: return send(spoiltHead(using: &generator), using: &generator)
        default:
            let name = ["picnic", "other", "third"].randomElement(using: &generator) ?? "picnic"
            guard send(Array(server.handshake("/documents/\(name)").utf8), using: &generator),
                socket.readHead()?.hasPrefix("HTTP/1.1 101 ") == true
            else { return false }
            guard !generator.chance(oneIn: 4) else { return true }
            let hello = LiveServer.hello(key: Int.random(in: 2...9, using: &generator))
            guard socket.sendText(hello), let welcome = socket.readMessage("welcome") else {
                return false
            }
            seq = welcome["seq"]?.integer ?? 0
            return true
        }
    }

    /// Sends one more thing; false when the server ended it.
    func go(using generator: inout SplitMix64) -> Bool {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: return send(noise(using: &generator), using: &generator)
        case 1: return sendFrame(noise(using: &generator), using: &generator)
        case 2:
            let message = spoiler.message(seq: seq + 1, using: &generator)
            let opcode = UInt8.random(in: 0...15, using: &generator)
            return socket.sendFrame(opcode, message, isFinal: !generator.chance(oneIn: 3))
        case 3:
            // One message in two frames.
            let message = spoiler.message(seq: seq + 1, using: &generator)
            let middle = message.count / 2
            return socket.sendFrame(1, Array(message[..<middle]), isFinal: false)
                && socket.sendFrame(0, Array(message[middle...]))
        default:
            let message = spoiler.message(seq: seq + 1, using: &generator)
            seq += 1
            return socket.sendFrame(1, message)
        }
    }

    private func sendFrame(_ payload: [UInt8], using generator: inout SplitMix64) -> Bool {
        let lengths: [UInt64] = [0, 125, 126, 65_535, 65_536, 1 << 31, 1 << 63, .max]
        return socket.sendFrame(
            UInt8.random(in: 0...15, using: &generator),
            payload,
            isFinal: generator.chance(oneIn: 2),
            reserved: UInt8.random(in: 0...7, using: &generator) << 4,
            announced: generator.chance(oneIn: 3) ? lengths.randomElement(using: &generator) : nil
        )
    }

    /// Sends bytes in pieces.
    private func send(_ bytes: [UInt8], using generator: inout SplitMix64) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Int.random(in: 1...200, using: &generator))
            guard socket.send(Array(piece)) else { return false }
            rest = rest.dropFirst(piece.count)
        }
        return true
    }

    private func noise(using generator: inout SplitMix64) -> [UInt8] {
        (0..<Int.random(in: 1...300, using: &generator)).map { _ in
            UInt8.random(in: 0...255, using: &generator)
        }
    }

    /// The head of a handshake with some of its bytes changed, doubled, or gone.
    private func spoiltHead(using generator: inout SplitMix64) -> [UInt8] {
        let methods = ["GET", "POST", "HEAD", "get", "", "GET GET"]
        let paths = ["/documents/picnic", "/documents/..%2f", "/", "*", "/documents/a b", "//"]
        let head = server.handshake(
            paths.randomElement(using: &generator) ?? "/",
            method: methods.randomElement(using: &generator) ?? "GET"
        )
        var bytes = Array(head.utf8)
        for _ in 0..<Int.random(in: 0...6, using: &generator) {
            guard let place = bytes.indices.randomElement(using: &generator) else { break }
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(contentsOf: bytes[place...].prefix(64), at: place)
            default: bytes.insert(contentsOf: Array(repeating: 0x41, count: 512), at: place)
            }
        }
        return bytes
    }
}
