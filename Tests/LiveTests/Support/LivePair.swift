import EmojiArt
import Foundation
import Synchronization
import Testing

/// Two clients of one document that edit and watch while others misbehave.
///
/// From its beginning on one of them edits all the time, and it is measured how long each edit
/// takes until the other one has it.
final class LivePair: Sendable {
    struct Latencies: CustomStringConvertible {
        fileprivate(set) var samples: [Double] = []

        /// The time that one of a hundred takes, in milliseconds.
        var highest: Double {
            guard !samples.isEmpty else { return 0 }
            return samples.sorted()[(samples.count * 99 - 1) / 100]
        }

        var longest: Double { samples.max() ?? 0 }

        var description: String {
            let figures = [highest, longest].map { String(format: "%.0f", $0) }
            return "\(figures[0]) ms at 99 % of \(samples.count), \(figures[1]) ms at most"
        }
    }

    private struct State {
        var latencies = Latencies()
        var isStopping = false
        var hasFailed = false
        var hasEnded = false
    }

    /// Milliseconds that an edit may take on a machine that is busy with the abuse itself.
    private static let latencyMax = 500.0
    private static let calmEdits = 40
    /// Time from one edit to the next, at the least: below the rates that a server allows, as the
    /// pair is one of the honest ones.
    private static let pace = Duration.milliseconds(20)
    /// Milliseconds that it takes in peace, at the least, by the disk of whoever tests.
    private static let calmMin = 20.0

    let writer: LiveClient
    let reader: LiveClient
    private let calm: Latencies
    private let worker: Worker

    /// Joins a document, and measures the calm before the abuse.
    init(_ server: LiveServer) throws {
        writer = try LiveClient(server.url())
        reader = try LiveClient(server.url())
        try #require(try writer.join() && reader.join())
        let emoji = try #require(try writer.add().first)
        worker = Worker(writer, reader, emoji)
        var calm = Latencies()
        for _ in 0..<Self.calmEdits {
            calm.samples.append(try #require(try worker.edit()))
        }
        self.calm = calm
        worker.start()
    }

    deinit { worker.stop() }

    /// Waits until an edit that is made from now on was answered, and seen by the other one.
    func edit() throws {
        let count = worker.count
        // The next one may be under way already.
        #expect(Wait.until { worker.count >= count + 2 || worker.hasFailed })
        #expect(!worker.hasFailed)
    }

    /// Checks that neither lost its connection or its edits, and that nobody had to wait.
    func check() throws {
        try edit()
        let during = try #require(worker.end(), "the pair's edits got no answers")
        print("pair: \(calm) in peace, \(during) during the abuse")
        if Program.isRelease {
            #expect(during.highest <= 2 * max(calm.highest, Self.calmMin))
        } else if !LiveServer.isInstrumented {
            #expect(during.highest <= max(4 * calm.highest, Self.latencyMax))
            // Once may be a turn of a busy machine; nobody waits for another's timeout.
            #expect(during.longest < 4_000)
        }
        for client in [writer, reader] {
            #expect(try client.ask { $0.lossCount } == 0)
            #expect(try client.ask { $0.divergenceCount } == 0)
        }
        #expect(try writer.document == reader.document)
    }

    /// Edits on a thread of its own.
    private final class Worker: Sendable {
        private let writer: LiveClient
        private let reader: LiveClient
        private let emoji: EmojiID
        private let state = Mutex(State())

        init(_ writer: LiveClient, _ reader: LiveClient, _ emoji: EmojiID) {
            (self.writer, self.reader, self.emoji) = (writer, reader, emoji)
        }

        var count: Int { state.withLock { $0.latencies.samples.count } }
        var hasFailed: Bool { state.withLock { $0.hasFailed } }

        /// Makes an edit; the milliseconds until the other one has it, nil when it never does.
        func edit() throws -> Double? {
            let before = try writer.revision
            let start = ContinuousClock.now
            try writer.edit(.move(ids: [emoji], dx: before.isMultiple(of: 2) ? 1 : -1, dy: 0))
            let isAnswered = try writer.eventually { $0.isSynced && $0.revision > before }
            let isTold = try reader.eventually { $0.revision > before }
            guard isAnswered, isTold else { return nil }
            return (ContinuousClock.now - start) / .milliseconds(1)
        }

        func start() {
            Thread { [self] in
                while !state.withLock({ $0.isStopping }) {
                    guard let time = try? edit() else {
                        state.withLock { $0.hasFailed = true }
                        break
                    }
                    state.withLock { $0.latencies.samples.append(time) }
                    let next = ContinuousClock.now + LivePair.pace - .milliseconds(time)
                    _ = Wait.until { ContinuousClock.now >= next }
                }
                state.withLock { $0.hasEnded = true }
            }.start()
        }

        func stop() { state.withLock { $0.isStopping = true } }

        /// Ends it; all that was measured, nil when it did not go well.
        func end() -> Latencies? {
            stop()
            let isOver = Wait.until { state.withLock { $0.hasEnded } }
            guard isOver, !hasFailed else { return nil }
            return state.withLock { $0.latencies }
        }
    }
}
