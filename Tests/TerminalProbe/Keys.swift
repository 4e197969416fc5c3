import Foundation
import Synchronization

/// The bytes that came and were not taken yet.
final class Keys: Sendable {
    private let bytes = Mutex<[UInt8]>([])
    private let count = DispatchSemaphore(value: 0)

    /// Adds what came; nothing is the end, and counts as a byte 0.
    func add(_ new: [UInt8]) {
        let new = new.isEmpty ? [0] : new
        bytes.withLock { $0 += new }
        for _ in new { count.signal() }
    }

    /// Waits for a byte.
    func next() -> UInt8 {
        count.wait()
        return bytes.withLock { $0.removeFirst() }
    }
}
