import Foundation
import TestKit
import Testing

/// Clients at work on one document while their connections and the servers are ill-treated.
///
/// Three `emojiart edit`, two clients that were written from the protocol's page, and two
/// observers: all through a proxy with faults. One more observer, beside the proxy, sees the whole
/// history.
final class Storm {
    private static let pipeCount = 3
    private static let rawCount = 2
    private static let blows = 20

    private let seed: UInt64
    private let place: any StormPlace
    private let history = History()
    private let known = KnownEmojis()
    private var random: SplitMix64
    private var pipes: [PipeWriter] = []
    private var peers: [RawPeer] = []
    private var observers: [PipeObserver] = []
    private let witness: PipeObserver
    private let editsEach: Int
    private var report = Report()

    init(seed: UInt64, editsEach: Int, at place: any StormPlace) throws {
        self.seed = seed
        self.editsEach = editsEach
        self.place = place
        random = SplitMix64(seed: seed)
        report.seed = seed
        witness = try PipeObserver("witness", place.urls[0], history)
    }

    /// Runs it to its end; the violations that the history shows.
    func run() throws -> (report: Report, violations: [String]) {
        let clock = ContinuousClock()
        let start = clock.now
        try begin()
        // The connections that were made in peace end; all others have their faults.
        place.proxy.storm(FaultStorm(seed: seed))
        place.proxy.closeAll()
        let isOver = try rage()
        report.counts = place.proxy.counts
        place.proxy.heal()
        let isSettled = try Wait.until(40) {
            try feed()
            return writersAreDone && observersAreThere
        }
        var violations = isOver && isSettled ? [] : [stuck]
        violations += try end() + calm
        report.seconds = (clock.now - start) / .seconds(1)
        return (report, violations)
    }

    private func begin() throws {
        observers = [try PipeObserver("watch", place.proxy.url("picnic"), history)]
        peers = [RawPeer(RawPeer.Plan(name: "eye", port: place.proxy.port), known, history)]
        // Nothing is written before all see it; an edit that only a snapshot has is seen by none.
        let areWatching = try Wait.until {
            try feed()
            return (observers + [witness]).allSatisfy { $0.revision >= 0 } && peersAreIn
        }
        #expect(areWatching)
        for index in 0..<Self.pipeCount {
            let writer = try PipeWriter(
                "pipe\(index)",
                place.proxy.url("picnic"),
                state: place.directory.path("pipe\(index)"),
                edits: editsEach,
                Workload(writer: index + 1, seed: seed),
                known,
                history
            )
            pipes.append(writer)
        }
        for index in 0..<Self.rawCount {
            var plan = RawPeer.Plan(name: "raw\(index)", port: place.proxy.port)
            plan.key = index + 1
            plan.edits = editsEach
            plan.seed = seed
            plan.writer = Self.pipeCount + index + 1
            peers.append(RawPeer(plan, known, history))
        }
        // A program that never reached its server ends, and rightly so: all are in.
        let isReady = try Wait.until {
            try feed()
            return pipes.allSatisfy(\.isAtWork) && peersAreIn
        }
        #expect(isReady)
    }

    private var peersAreIn: Bool { peers.allSatisfy { $0.progress.revision >= 0 } }

    /// Kills, pauses and goes on until nothing is left to be done; false when that takes too long.
    private func rage() throws -> Bool {
        let count = Self.blows
        // What a client that is killed has under way may never be answered.
        let lost = count / 4 * PipeWriter.window
        let total = (Self.pipeCount + Self.rawCount) * editsEach - lost
        var events = (1...count).map { $0 * total / (count + 1) }
        var blow: (Blow, until: ContinuousClock.Instant)?
        let clock = ContinuousClock()
        var last = (answered: 0, at: clock.now)
        let isOver = try Wait.until(place.seconds) {
            try feed()
            place.shift(&random)
            if let (under, until) = blow, clock.now >= until {
                try under.end()
                blow = nil
            }
            let answered = history.count(.ack) + history.count(.refused)
            if answered > last.answered {
                report.silence = max(report.silence, (clock.now - last.at) / .seconds(1))
                last = (answered, clock.now)
            }
            if blow == nil, let next = events.first, answered >= next {
                events.removeFirst()
                let next = try strike(events.count)
                report.blows[next.name, default: 0] += 1
                if next.milliseconds > 0 {
                    blow = (next, clock.now + .milliseconds(next.milliseconds))
                }
            }
            return events.isEmpty && blow == nil && writersAreDone
        }
        try blow?.0.end()
        return isOver
    }

    /// One blow at a server or a client.
    private func strike(_ number: Int) throws -> Blow {
        guard number % 4 == 0 else { return try place.strike(number, &random) }
        try pipes.randomElement(using: &random)?.kill()
        return Blow("client killed")
    }

    private func feed() throws {
        for observer in observers + [witness] { observer.feed() }
        for pipe in pipes { try pipe.feed() }
    }

    private var writersAreDone: Bool {
        pipes.allSatisfy(\.isDone)
            && peers.suffix(Self.rawCount).allSatisfy { $0.progress.answered == editsEach }
    }

    private var observersAreThere: Bool {
        let last = witness.revision
        return observers.allSatisfy { $0.revision == last }
            && peers.allSatisfy { $0.progress.revision == last }
    }

    private var stuck: String {
        "not all was answered, or told, in time: pipes "
            + pipes.map { "\($0.name) has \($0.left) left" }.joined(separator: ", ")
            + "; peers " + peers.map { "\($0.progress)" }.joined(separator: ", ")
            + "; witness \(witness.revision), watch \(observers.map(\.revision))"
    }

    /// What did not happen: a storm of this length has each of these.
    private var calm: [String] {
        let counts: [(name: String, count: Int, least: Int)] = [
            ("kills of clients", report.blows["client killed"] ?? 0, 5),
            ("cuts", report.counts.cuts, 1),
            ("orphans", report.counts.orphans, 1), ("slowdowns", report.counts.slowdowns, 1),
            ("resumes", report.resumes, 1),
        ]
        let few = counts.filter { $0.count < $0.least }.map { "only \($0.count) \($0.name)" }
        let none = place.blows.filter { report.blows[$0] == nil }.map { "no \($0)" }
        return few + none
    }

    /// What a store has otherwise than everybody was told.
    private func differences(from checker: HistoryChecker) throws -> [String] {
        let log = try place.stored()
        var found = log.breaks
        if log.edits.count != checker.lastRevision {
            found.append("the disk has \(log.edits.count) edits, not \(checker.lastRevision)")
        }
        for edit in log.edits {
            let told = checker.edits[edit.revision]
            if told != edit {
                found.append(
                    "revision \(edit.revision) is \(edit) on the disk, not \(told as Any)"
                )
            }
        }
        for peer in peers where peer.progress.chain != log.chain {
            found.append("a peer ends with the chain \(peer.progress.chain), not \(log.chain)")
        }
        return found
    }

    /// What is found when all is over, and what the checker says.
    private func end() throws -> [String] {
        for peer in peers { peer.stop() }
        for (index, url) in (place.urls + [place.proxy.url("picnic")]).enumerated() {
            let run = try Program.emojiart(["watch", url, "--once"])
            guard let line = run.output.first,
                var event = HistoryEvent(printed: line, by: "last\(index)")
            else { return ["no final state at \(url): \(run.errors)"] }
            event.type = .final
            history.write(event)
        }
        let complaints = place.stop()
        _ = Wait.until { peers.allSatisfy { $0.progress.hasEnded } }
        history.save("storm-\(seed)")
        let checker = HistoryChecker(history.events)
        report.edits = checker.attempts.count
        report.revisions = checker.lastRevision
        for attempt in checker.attempts {
            switch attempt.answer {
            case .none: report.unknown += 1
            case .acknowledged: report.acknowledged += 1
            case .refused: report.refused += 1
            }
        }
        report.resumes = peers.reduce(0) { $0 + $1.progress.resumes }
        report.endings = pipes.flatMap(\.endings)
        var violations = checker.violations
        violations += peers.flatMap(\.progress.complaints)
        violations += (observers + [witness]).flatMap(\.complaints)
        guard complaints.isEmpty else { return violations + complaints }
        return violations + (try differences(from: checker))
    }
}
