import Foundation
import Testing

/// One phase of a server's life, played again and again with another system call broken each time.
struct Sweep: Sendable {
    /// A system call, by its kind and its number among its thread's calls of the kind.
    ///
    /// Two threads may make one of the same number: the one that comes to it first is broken.
    struct Point: Sendable, Hashable, Comparable, CustomStringConvertible {
        let kind: String
        let number: Int

        var description: String { "\(kind) \(number)" }

        static func < (first: Point, second: Point) -> Bool {
            (first.kind, first.number) < (second.kind, second.number)
        }
    }

    struct Report: CustomStringConvertible {
        var points = 0
        /// Points that the run did not come to: its calls vary a little with the time.
        var missed = 0
        var acknowledged = 0
        var lost = 0
        var recovery = 0.0

        var description: String {
            "\(points) points (\(missed) not reached), \(acknowledged) edits acknowledged, "
                + "\(lost) lost, first welcome \(String(format: "%.2f", recovery)) s after a "
                + "start at most"
        }
    }

    let phase: SweepSession.Phase
    let fixture: SweepSession.Fixture?
    /// The calls of the phase that write, in their order.
    let calls: [Strace.Call]
    /// Where they can be broken, by kind, ascending.
    let points: [Point]

    private static let lanes = 2

    /// Plays the phase once to learn its calls.
    init(_ phase: SweepSession.Phase) throws {
        self.phase = phase
        fixture = try SweepSession.fixture(for: phase)
        let session = try SweepSession(phase, on: fixture, breaking: nil)
        try #require(session.ending == .exit(0), "\(session.errors)")
        calls = session.calls.filter { call in
            // The loader and the C library open files as well.
            !["openat", "unlink", "mkdir"].contains(call.kind)
                || call.text.contains(session.directory.path)
        }
        points = Set(calls.map { Point(kind: $0.kind, number: $0.number) }).sorted()
    }

    private static let asked = ProcessInfo.processInfo.environment["EMOJIART_SWEEP"]

    /// Whether each point is taken, of the long run as well: `EMOJIART_SWEEP=full`.
    static let isFull = asked == "full"

    /// The phases that are swept; with `EMOJIART_SWEEP=one` the shortest with edits.
    static let phases =
        asked == "one" ? [SweepSession.Phase.firstEdits] : SweepSession.Phase.allCases

    /// Points of some kinds: all, or an even sample with the first and the last of each kind.
    func points(of kinds: [String], atMost count: Int) -> [Point] {
        kinds.flatMap { kind in
            Self.sample(points.filter { $0.kind == kind }, atMost: Self.isFull ? .max : count)
        }
    }

    /// All, or an even sample with the first and the last.
    static func sample<Item>(_ all: [Item], atMost count: Int) -> [Item] {
        guard all.count > count else { return all }
        return (0..<count).map { all[$0 * (all.count - 1) / (count - 1)] }
    }

    /// Where the calls are that a test chose.
    func points(at chosen: [Strace.Call]) -> [Point] {
        Set(chosen.map { Point(kind: $0.kind, number: $0.number) }).sorted()
    }

    /// Breaks each of the points in a session of its own.
    func run(
        _ points: [Point],
        _ fault: @escaping @Sendable (Point) -> String,
        check: @escaping @Sendable (SweepSession) -> (isReached: Bool, wrong: [String])
    ) async throws -> Report {
        let parts = try await Aside.each(0..<Self.lanes) { lane in
            let own = stride(from: lane, to: points.count, by: Self.lanes).map { points[$0] }
            return try runLane(own, fault, check: check)
        }
        return parts.reduce(into: Report()) { whole, part in
            whole.points += part.points
            whole.missed += part.missed
            whole.acknowledged += part.acknowledged
            whole.lost += part.lost
            whole.recovery = max(whole.recovery, part.recovery)
        }
    }

    private func runLane(
        _ points: [Point],
        _ fault: (Point) -> String,
        check: (SweepSession) -> (isReached: Bool, wrong: [String])
    ) throws -> Report {
        var report = Report()
        for point in points {
            let text = "\(point.kind):\(fault(point))"
            var session = try SweepSession(phase, on: fixture, breaking: text)
            let (isReached, wrong) = check(session)
            report.points += 1
            if !isReached { report.missed += 1 }
            report.acknowledged += session.client.accepted.count
            let (seconds, lost, found) = try session.recover()
            report.lost += lost
            report.recovery = max(report.recovery, seconds)
            for text in found + wrong {
                Issue.record("\(phase.rawValue), \(point): \(text); \(session.errors)")
            }
        }
        return report
    }
}
