import Foundation
import Synchronization

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

/// What several threads collect together.
final class Tally<Item: Sendable>: Sendable {
    private let collected = Mutex<[Item]>([])

    var items: [Item] { collected.withLock { $0 } }

    /// Adds one; how many there are with it.
    @discardableResult
    func add(_ item: Item) -> Int {
        collected.withLock { items in
            items.append(item)
            return items.count
        }
    }
}

/// What goes from one thread to another, and is used by one of them at a time.
///
/// The compiler cannot know that of a socket; who makes one of these does.
struct Carried<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
