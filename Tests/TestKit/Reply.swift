internal import Foundation
internal import Synchronization

/// A value that one thread gives to another, once.
package final class Reply<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let isGiven = DispatchSemaphore(value: 0)

    /// Makes one without a value.
    package init() {}

    /// Sets the value, and wakes the thread that waits for it.
    package func give(_ value: Value) {
        self.value.withLock { $0 = value }
        isGiven.signal()
    }

    /// Waits for the value; nil when it does not come in time.
    package func wait(seconds: Double = 60) -> Value? {
        guard isGiven.wait(timeout: .now() + seconds) == .success else { return nil }
        return value.withLock { $0 }
    }
}
