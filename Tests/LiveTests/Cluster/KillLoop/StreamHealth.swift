import Foundation
import TestKit

/// How a stream stands, as a broker says that is asked in NATS's own protocol.
struct StreamHealth: Decodable {
    private struct Cluster: Decodable {
        struct Copy: Decodable {
            let name: String
            let current: Bool
            let offline: Bool?
            let lag: Int?
        }

        let leader: String?
        let replicas: [Copy]?
    }

    private struct State: Decodable {
        private enum CodingKeys: String, CodingKey { case lastSequence = "last_seq" }

        let lastSequence: Int
    }

    /// Nil of a broker that is alone.
    private let cluster: Cluster?
    private let state: State

    /// The last place of the stream.
    var lastSequence: Int { state.lastSequence }

    /// The broker that puts batches in order; nil while there is none.
    var leader: String? { cluster?.leader }

    /// Whether each of three brokers has all: then any one of them may be lost.
    var isWhole: Bool {
        let copies = cluster?.replicas ?? []
        return leader != nil && copies.count == 2
            && copies.allSatisfy { $0.current && $0.offline != true && $0.lag ?? 0 == 0 }
    }

    /// Asks; nil when no answer came within a second.
    init?(asking port: Int, stream: String = "EMOJIART") {
        let inbox = "health.\(UUID().uuidString)"
        guard let socket = RawSocket(port: port, timeoutSeconds: 1),
            socket.send("CONNECT {\"verbose\":false,\"pedantic\":false}\r\nSUB \(inbox) 1\r\n"),
            socket.send("PUB $JS.API.STREAM.INFO.\(stream) \(inbox) 0\r\n\r\n")
        else { return nil }
        while let line = Self.line(of: socket) {
            let words = line.split(separator: " ")
            guard words.first == "MSG" else { continue }
            guard let count = words.last.flatMap({ Int($0) }), let bytes = socket.read(count),
                let health = try? JSONDecoder().decode(Self.self, from: Data(bytes))
            else { return nil }
            self = health
            return
        }
        return nil
    }

    private static func line(of socket: RawSocket) -> String? {
        var line: [UInt8] = []
        while let byte = socket.read(1)?.first {
            if byte == 10 { return String(decoding: line, as: UTF8.self) }
            if byte != 13 { line.append(byte) }
        }
        return nil
    }
}
