import Foundation
import Synchronization

/// What another thread will tell, once.
final class Reply<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let isGiven = DispatchSemaphore(value: 0)

    func give(_ value: Value) {
        self.value.withLock { $0 = value }
        isGiven.signal()
    }

    /// Waits for it; nil when it does not come within the time.
    func wait() -> Value? {
        guard isGiven.wait(timeout: .now() + Wait.seconds) == .success else { return nil }
        return value.withLock { $0 }
    }
}
