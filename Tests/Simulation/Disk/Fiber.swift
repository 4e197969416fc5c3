internal import Foundation
package import Store

/// A thread of a simulated process.
///
/// It runs only while the driver waits for it, and the driver only while it waits: all is done in
/// the order that the driver wants, and a run stays a function of its seed.
///
/// Unchecked: of all that share one, one runs at a time.
package final class Fiber: @unchecked Sendable {
    /// What a thread waits for.
    package enum Wait {
        /// Its doorbell.
        case bell
        case time(microseconds: Int)
        /// Nothing: it has ended.
        case over
    }

    // One thread runs a world, and a process has one world.
    /// The one that runs; nil while the driver does.
    @safe nonisolated(unsafe) private static var current: Fiber?

    /// What it waits for.
    package private(set) var wait = Wait.time(microseconds: 0)
    /// Whether the driver has planned to let it go on.
    package var isPlanned = false
    /// Why its work ended, when that ends the process.
    package private(set) var failure: StorageError?
    private var isDead = false
    private var isEnding = false
    private var isStarted = false
    private let work: any WriterWork
    private let turn = DispatchSemaphore(value: 0)
    private let rest = DispatchSemaphore(value: 0)

    init(_ work: any WriterWork) { self.work = work }

    /// Whether the process of the one that runs is gone.
    package static var isDead: Bool { current?.isDead ?? false }

    /// Whether time passes while the caller waits: not for the driver, nor in a process that ends.
    package static var canWait: Bool { current.map { !$0.isEnding && !$0.isDead } ?? false }

    /// Has the one that runs wait; the driver waits for nothing, and a dead process neither.
    package static func pause(_ wait: Wait) {
        guard let fiber = current, !fiber.isDead else { return }
        fiber.wait = wait
        fiber.rest.signal()
        fiber.turn.wait()
    }

    /// Lets it run until it waits again.
    package func resume() {
        if case .over = wait { return }
        isPlanned = false
        Self.current = self
        if isStarted {
            turn.signal()
        } else {
            isStarted = true
            Thread.detachNewThread { [self] in run() }
        }
        rest.wait()
        Self.current = nil
    }

    private func run() {
        do throws(StorageError) {
            try work.workToEnd()
        } catch {
            failure = error
        }
        wait = .over
        rest.signal()
    }

    /// Lets it run to its end, while no time passes.
    func finish() {
        isEnding = true
        while true {
            if case .over = wait { return }
            resume()
        }
    }

    /// Its process is gone: nothing that it does has an effect.
    func die() { isDead = true }
}
