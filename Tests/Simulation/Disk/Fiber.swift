internal import Foundation
package import Store

/// A thread of a simulated process.
///
/// Only one of the driver and its fibers runs at a time, and the driver decides which. So a run is
/// a function of its seed.
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
    /// The running fiber; nil while the driver runs.
    @safe nonisolated(unsafe) private static var current: Fiber?

    /// What it waits for.
    package private(set) var wait = Wait.time(microseconds: 0)
    /// True while an event that resumes it is in the queue.
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

    /// True if the running thread belongs to a process that was killed.
    package static var isDead: Bool { current?.isDead ?? false }

    /// True if virtual time passes during a wait: false on the driver, and while a process ends.
    package static var canWait: Bool { current.map { !$0.isEnding && !$0.isDead } ?? false }

    /// Suspends the running thread; returns at once on the driver and in a killed process.
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

    /// Runs it to its end without virtual time passing.
    func finish() {
        isEnding = true
        while true {
            if case .over = wait { return }
            resume()
        }
    }

    /// Marks its process as killed: from now on nothing that it does has an effect.
    func die() { isDead = true }
}
