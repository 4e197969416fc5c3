import Foundation
import Synchronization

@testable import WebSockets

/// A client that echoes what its server sends.
final class EchoClient: ClientConnectionHandler {
    private let ended: (ClientCloseReason) -> Void

    init(ended: @escaping (ClientCloseReason) -> Void) { self.ended = ended }

    func opened(_ connection: ClientConnection) {}

    func received(_ message: Span<UInt8>, on connection: ClientConnection) {
        connection.send(message.copied)
    }

    func closed(_ connection: ClientConnection, reason: ClientCloseReason) { ended(reason) }
}

extension Span where Element == UInt8 {
    /// The bytes, copied at once: megabytes one by one take seconds in a debug build.
    var copied: [UInt8] { unsafe withUnsafeBufferPointer { unsafe Array($0) } }
}

/// Echoing clients on a loop with a thread of its own, one after another.
final class RunningClient: Sendable {
    private let ports: Mailbox<Int>
    private let reason = Mutex<ClientCloseReason?>(nil)
    private let closed = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    init(_ backend: Backend) throws {
        let started = DispatchSemaphore(value: 0)
        let made = Mutex<Mailbox<Int>?>(nil)
        let shared = Shared<@Sendable (ClientCloseReason) -> Void>()
        let ended = ended
        Thread {
            if let loop = try? EventLoop(backend: backend) {
                let ports = loop.makeMailbox(of: Int.self) { port in
                    let note = shared.box.withLock { $0 }
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
                        handler: EchoClient { note?($0) }
                    )
                }
                made.withLock { $0 = ports }
                started.signal()
                loop.run()
            } else {
                started.signal()
            }
            ended.signal()
        }.start()
        started.wait()
        guard let ports = made.withLock({ $0 }) else { throw RunningServer.Gone() }
        self.ports = ports
        shared.box.withLock { box in
            box = { [weak self] reason in
                self?.reason.withLock { $0 = reason }
                self?.closed.signal()
            }
        }
    }

    func connect(to port: Int) { ports.post(port) }

    /// How the last client ended; nil when it did not within ten seconds.
    func lastReason() -> ClientCloseReason? {
        guard closed.wait(timeout: .now() + 10) == .success else { return nil }
        return reason.withLock { $0 }
    }

    /// Stops the loop; false when it did not end within ten seconds.
    func stop() -> Bool {
        ports.post(0)
        return ended.wait(timeout: .now() + 10) == .success
    }
}
