internal import Foundation
internal import Synchronization

/// Waits for what an actor of a library gives: at start, and when settings are read again; never
/// on a thread of the concurrency runtime, which may need it.
///
/// Verifying by an algorithm itself needs no actor, so that a hello waits for nothing. The program
/// is not asynchronous as a whole since the runtime would make threads before signals are blocked.
enum AsyncWait {
    /// Does something elsewhere, and waits for its result.
    static func result<Value: Sendable, Failure: Error>(
        of body: @escaping @Sendable () async throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let result = Mutex<Result<Value, Failure>?>(nil)
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            let found: Result<Value, Failure>
            do throws(Failure) {
                found = .success(try await body())
            } catch {
                found = .failure(error)
            }
            result.withLock { $0 = found }
            done.signal()
        }
        done.wait()
        guard let found = result.withLock({ $0 }) else {
            preconditionFailure("Who signals has put a result there.")
        }
        return try found.get()
    }
}
