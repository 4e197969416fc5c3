import Foundation
import Synchronization
import TestKit

@testable import WebSockets

/// A client that echoes what its server sends.
final class EchoClient: ClientConnectionHandler {
    private let end: Reply<ClientCloseReason>

    init(end: Reply<ClientCloseReason>) { self.end = end }

    func opened(_ connection: ClientConnection) {}

    func received(_ message: Span<UInt8>, on connection: ClientConnection) {
        connection.send(message.copied)
    }

    func closed(_ connection: ClientConnection, reason: ClientCloseReason) { end.give(reason) }
}

extension Span where Element == UInt8 {
    /// The bytes, copied at once: megabytes one by one take seconds in a debug build.
    var copied: [UInt8] { unsafe withUnsafeBufferPointer { unsafe Array($0) } }
}

/// Echoing clients on a loop with a thread of its own, one after another.
final class RunningClient: Sendable {
    /// A port to connect to, and how the connection ends.
    private typealias Call = (port: Int, end: Reply<ClientCloseReason>)

    private let calls: Mailbox<Call>
    private let last = Mutex(Reply<ClientCloseReason>())
    private let ended = DispatchSemaphore(value: 0)

    init() throws {
        let made = Reply<Mailbox<Call>?>()
        let ended = ended
        Thread {
            if let loop = try? EventLoop() {
                let calls = loop.makeMailbox(of: Call.self) { port, end in
                    guard port > 0, let url = try? WebSocketURL("ws://127.0.0.1:\(port)/") else {
                        return loop.stop()
                    }
                    var limits = ClientLimits()
                    // The largest message that is taken, and its header, goes back as well.
                    limits.queuedBytesMax = 2 * limits.messageBytesMax
                    _ = ClientConnection(
                        on: loop,
                        to: url,
                        subprotocol: "emojiart.v1",
                        limits: limits,
                        handler: EchoClient(end: end)
                    )
                }
                made.give(calls)
                loop.run()
            } else {
                made.give(nil)
            }
            ended.signal()
        }.start()
        guard let calls = made.wait() ?? nil else { throw RunningServer.Gone() }
        self.calls = calls
    }

    func connect(to port: Int) {
        let end = Reply<ClientCloseReason>()
        last.withLock { $0 = end }
        calls.post((port, end))
    }

    /// How the last client ended; nil when it did not within ten seconds.
    func lastReason() -> ClientCloseReason? { last.withLock { $0 }.wait(seconds: 10) }

    /// Stops the loop; false when it did not end within ten seconds.
    func stop() -> Bool {
        calls.post((0, Reply()))
        return ended.wait(timeout: .now() + 10) == .success
    }
}
