import Foundation
import TestKit
import Testing

/// All clients come back at once: what a server meets right after it was started again.
struct StampedeTests {
    /// Clients of one thread, without any patience or politeness.
    private struct Herd: Sendable {
        let port: Int
        /// The numbers of the keys; each is a client of its own.
        let keys: Range<Int>

        private static let documents = 16

        private func join() -> [(key: Int, socket: RawSocket)] {
            var sockets: [(key: Int, socket: RawSocket)] = []
            for key in keys {
                let path = "/documents/herd\(key % Self.documents)"
                let head = RawSocket.handshake(to: port, path)
                guard let socket = RawSocket(port: port, timeoutSeconds: Int(Wait.seconds)),
                    socket.send(head)
                else { continue }
                sockets.append((key, socket))
            }
            return sockets.filter { key, socket in
                socket.readHead()?.hasPrefix("HTTP/1.1 101 ") == true
                    && socket.sendText(LiveServer.hello(key: key))
            }
        }

        /// All join and make an edit each, or send it again; the answers that they get.
        func edit() -> [Int: Int] {
            var revisions: [Int: Int] = [:]
            for (key, socket) in join() {
                guard let client = socket.readMessage("welcome")?["client"]?.integer else {
                    continue
                }
                socket.sendText(LiveServer.add(seq: 1, id: "\(client).1"))
                while let answer = socket.readMessage("edit", "answers") {
                    guard answer.type == "answers" || answer["client"]?.integer == client else {
                        continue
                    }
                    let found = answer["answers"]?.array?.first ?? answer
                    revisions[key] = found["revision"]?.integer
                    break
                }
            }
            return revisions
        }
    }

    private static let herds = 8
    private static let clientsEach = 100

    private func all(_ port: Int) async throws -> [Int: Int] {
        let answers = try await Aside.each(0..<Self.herds) { number in
            let first = 1 + number * Self.clientsEach
            return Herd(port: port, keys: first..<first + Self.clientsEach).edit()
        }
        return answers.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
    }

    @Test func `FA69 SY3 SY13 all clients at once get their old answers from a new server`()
        async throws
    {
        let server = try LiveServer(["--connections-per-address", "5000"])
        let before = try await all(server.port)
        #expect(before.count == Self.herds * Self.clientsEach)
        try server.crash()
        let start = ContinuousClock.now
        let after = try await all(server.port)
        let time = ContinuousClock.now - start
        print("FA69: \(after.count) clients back \(time) after the server")
        #expect(after == before)
        #expect(time < .seconds(Wait.seconds))
        #expect(server.program.isRunning)
    }
}
