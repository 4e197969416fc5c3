internal import Foundation
internal import Synchronization
package import WebSockets

/// A loop besides the first, on a thread of its own.
package final class LoopThread: Sendable {
    private let started = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)
    private let doors = Mutex<Result<LoopDoors, any Error>?>(nil)

    /// Starts a loop, and waits until it can be reached.
    ///
    /// On its thread, `make` gives its server and what answers its operators.
    package init(
        _ index: Int,
        make: @escaping @Sendable () throws -> (Server, any ListenerHandler)
    ) {
        let thread = Thread { [self] in
            run(make)
            ended.signal()
        }
        thread.name = "loop \(index)"
        thread.start()
        started.wait()
    }

    /// The ways into it.
    ///
    /// - Throws: why there is none.
    package func opened() throws -> LoopDoors {
        guard let result = doors.withLock({ $0 }) else {
            preconditionFailure("A thread says what became of its loop before it is looked at.")
        }
        return try result.get()
    }

    /// Waits for its end; once.
    package func join() { ended.wait() }

    private func run(_ make: () throws -> (Server, any ListenerHandler)) {
        do {
            let (server, operators) = try make()
            let made = try server.openDoors(operators: operators)
            doors.withLock { $0 = .success(made) }
            started.signal()
            server.loop.run()
            server.group.leave(server.index)
        } catch {
            doors.withLock { $0 = .failure(error) }
            started.signal()
        }
    }
}

/// The ways into a loop for connections that the first loop accepts.
package struct LoopDoors: Sendable {
    let everyone: Mailbox<Arrival>
    let operators: Mailbox<Arrival>
}
