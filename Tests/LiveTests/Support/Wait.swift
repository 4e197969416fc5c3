import Foundation

/// Waiting for what other threads and processes do, always with a deadline.
enum Wait {
    /// Seconds that anything may take on a machine that does much else at the same time.
    static let seconds: Double = 60

    /// Asks until the answer is yes; false when it was not within the time.
    static func until(
        _ seconds: Double = seconds,
        _ condition: () throws -> Bool
    ) rethrows -> Bool {
        let deadline = Date(timeIntervalSinceNow: seconds)
        let pause = DispatchSemaphore(value: 0)
        while try !condition() {
            guard Date() < deadline else { return false }
            // Asking costs a switch of threads: not more often than 200 times a second.
            _ = pause.wait(timeout: .now() + .milliseconds(5))
        }
        return true
    }
}
