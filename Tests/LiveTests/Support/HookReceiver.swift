import Foundation
import Synchronization
import TestKit
import Testing

/// Somebody else's HTTP server: remembers what it is sent, and answers as it is told.
final class HookReceiver: Sendable {
    struct Request: Sendable {
        let head: String
        let body: String

        /// The value of a header; nil without one.
        func header(_ name: String) -> String? {
            let line = head.split(separator: "\r\n").first { line in
                line.lowercased().hasPrefix(name.lowercased() + ":")
            }
            return line.map {
                $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
            }
        }
    }

    /// What is answered: the status and the body; nil for nothing at all.
    ///
    /// Without a status the text is the whole answer, as it is sent.
    typealias Answer = @Sendable (Request) -> (status: Int?, body: String)?

    let port: Int
    private let requests = Mutex<[Request]>([])
    private let isOver = Mutex(false)

    /// Listens until it is dropped; each request has a connection of its own.
    init(_ answer: @escaping Answer) throws {
        let listener = try #require(RawListener(timeoutSeconds: 1))
        port = listener.port
        let listening = Carried(listener)
        Thread.detachNewThread { [weak self] in
            while true {
                let socket = listening.value.accept()
                guard let self, !self.isOver.withLock({ $0 }) else { return }
                guard let socket else { continue }
                let accepted = Carried(socket)
                Thread.detachNewThread { self.serve(accepted.value, answer) }
            }
        }
    }

    deinit { isOver.withLock { $0 = true } }

    var url: String { "http://127.0.0.1:\(port)/hook" }

    var all: [Request] { requests.withLock { $0 } }

    private func serve(_ socket: RawSocket, _ answer: Answer) {
        guard let head = socket.readHead() else { return }
        let request = Request(head: head, body: "")
        let count = request.header("Content-Length").flatMap { Int($0) } ?? 0
        guard let body = socket.read(count) else { return }
        let whole = Request(head: head, body: String(decoding: body, as: UTF8.self))
        requests.withLock { $0.append(whole) }
        guard let (status, text) = answer(whole) else {
            // Held open, so that nothing but time tells that there is no answer.
            _ = socket.readToEnd()
            return
        }
        guard let status else {
            socket.send(text)
            return
        }
        socket.send(
            "HTTP/1.1 \(status) Answer\r\nConnection: close\r\n"
                + "Content-Length: \(text.utf8.count)\r\n\r\n\(text)"
        )
    }
}
