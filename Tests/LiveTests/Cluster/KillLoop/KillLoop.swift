import EmojiArt
import Foundation
import TestKit
import Testing

/// A writer on each of three nodes, while brokers and nodes fail one after the other.
///
/// Each writer counts what was acknowledged, and the document what was applied.
final class KillLoop {
    /// What fails.
    enum Fault: String, CaseIterable {
        case nodeIsKilled
        case nodeStandsStill
        case nodeIsCutOff
        case leaderIsKilled
        case leaderStandsStill
        case brokerIsWiped
        case brokersAreKilled
        case brokersStandStill

        /// Those that the brokers of Debian 12 get over; the others are made when they are named.
        ///
        /// When all three stand still for seconds and go on, nats-server 2.9.10 gives places anew
        /// that it had acknowledged, also without any node of ours. After all were killed, or one
        /// was wiped, its three copies of a stream were seen to differ.
        static let usual: [Fault] = [
            .nodeIsKilled, .nodeStandsStill, .nodeIsCutOff, .leaderIsKilled, .leaderStandsStill,
        ]
    }

    /// What came of the rounds of a fault.
    struct Figures: CustomStringConvertible {
        var rounds = 0
        var acknowledged = 0
        /// The longest time in which nobody was answered, in seconds.
        var outage = 0.0
        /// The longest time that one writer waited for an answer.
        var wait = 0.0

        var description: String {
            let texts = [outage, wait].map { String(format: "%.1f", $0) }
            return "\(rounds) rounds, \(acknowledged) edits; for \(texts[0]) s at most nobody was "
                + "answered, for \(texts[1]) s one of them was not"
        }
    }

    /// What was found at the end.
    struct Verdict: CustomStringConvertible {
        var acknowledged = 0
        /// Edits that were acknowledged and are not there, and those that are there again.
        var lost = 0
        var doubled = 0
        /// What else is not as it has to be.
        var violations: [String] = []

        var description: String {
            "\(acknowledged) edits acknowledged, \(lost) lost, \(doubled) applied twice"
        }
    }

    let place: BrokeredNodes
    private(set) var writers: [StepWriter] = []
    private(set) var figures: [Fault: Figures] = [:]
    /// The faults that were made, with the time of each, to compare with the nodes' logs.
    private(set) var story: [String] = []
    private let gaps = AckGaps()

    /// Edits of each writer before a fault, and after it.
    private static let editsBetween = 20

    init() throws {
        place = try BrokeredNodes()
        for front in place.fronts {
            writers.append(try StepWriter(front.url("picnic"), telling: gaps))
        }
    }

    private var acknowledged: Int { writers.reduce(0) { $0 + $1.progress.acknowledged } }

    /// Makes a fault, and waits until all is well again; what went wrong.
    func run(_ fault: Fault, round: Int) throws -> [String] {
        guard goOn(Self.editsBetween) else { return ["no edits go on before \(fault)"] }
        let before = acknowledged
        for gaps in [gaps] + writers.map(\.gaps) { gaps.begin() }
        story.append("\(Date.now.ISO8601Format(.init(includingFractionalSeconds: true))) \(fault)")
        try make(fault, round)
        guard goOn(Self.editsBetween) else { return ["no edits go on after \(fault)"] }
        var found = figures[fault] ?? Figures()
        found.rounds += 1
        found.outage = max(found.outage, gaps.seconds)
        found.wait = max(found.wait, writers.map(\.gaps.seconds).max() ?? 0)
        let isWhole = try Wait.until { try place.isWhole() }
        found.acknowledged += acknowledged - before
        figures[fault] = found
        return isWhole ? [] : ["not whole after \(fault): \(place.account)"]
    }

    /// Waits until each of the writers got so many answers more; false when one did not.
    func goOn(_ count: Int, _ chosen: [StepWriter]? = nil) -> Bool {
        let chosen = chosen ?? writers
        let goals = chosen.map { $0.progress.acknowledged + count }
        _ = Wait.until {
            zip(chosen, goals).allSatisfy { writer, goal in
                writer.progress.acknowledged >= goal || writer.progress.hasEnded
            }
        }
        return zip(chosen, goals).allSatisfy { $0.progress.acknowledged >= $1 }
    }

    // MARK: The end

    /// Ends the writers and the nodes; what the document and the disks have of the edits.
    func end() throws -> Verdict {
        var verdict = Verdict()
        for writer in writers { writer.stop() }
        let hasEnded = Wait.until { writers.allSatisfy(\.progress.hasEnded) }
        let all = acknowledged
        verdict.acknowledged = all
        verdict.violations = writers.compactMap(\.progress.problem)
        if !hasEnded { verdict.violations.append("not all writers have ended") }
        for (index, writer) in writers.enumerated() {
            guard try writer.client.eventually(10, { $0.revision == all }) else {
                let revision = try writer.client.revision
                verdict.violations.append("writer \(index) ends at \(revision), not \(all)")
                continue
            }
            verdict.violations += try complaints(of: writer).map { "writer \(index) \($0)" }
        }
        try count(in: &verdict)
        try judgeDisks(&verdict)
        return verdict
    }

    private func complaints(of writer: StepWriter) throws -> [String] {
        try writer.client.ask { watch in
            let repeated = watch.acknowledged.values.count { $0.count != 1 }
            return [
                watch.refused.isEmpty ? nil : "was refused \(watch.refused)",
                repeated == 0 ? nil : "was answered more than once for \(repeated) edits",
                watch.divergenceCount == 0 ? nil : "diverged \(watch.divergenceCount) times",
                watch.historyCount == 0 ? nil : "was told of another history",
            ].compactMap { $0 }
        }
    }

    /// Compares the edits of each writer with what each has of them.
    private func count(in verdict: inout Verdict) throws {
        let documents = try writers.map { try $0.client.document }
        let document = documents[0]
        if documents.contains(where: { $0 != document }) {
            verdict.violations.append("the writers have different documents")
        }
        func compare(_ found: Int, _ told: Int) {
            verdict.lost += max(0, told - found)
            verdict.doubled += max(0, found - told)
        }
        for writer in writers {
            compare(document.emojis[writer.emoji]?.x ?? 0, writer.progress.moves)
        }
        compare(document.emojis.count, writers.reduce(0) { $0 + $1.progress.adds })
    }

    /// Compares the nodes' disks with each other and with what was acknowledged.
    private func judgeDisks(_ verdict: inout Verdict) throws {
        // A node that was away catches up when the document is opened there.
        let files = try place.nodes.map { try $0.request("/documents/picnic.emojiart").body }
        if Set(files).count != 1 { verdict.violations.append("the nodes have different files") }
        for node in place.nodes { node.stop() }
        let logs = try place.nodes.map { try StoredLog(directory: $0.data, isOfNode: true) }
        let longest = logs.map(\.edits).max { $0.count < $1.count } ?? []
        for (index, log) in logs.enumerated() {
            let name = "the disk of node \(index)"
            verdict.violations += log.breaks.map { "\(name): \($0)" }
            let last = log.edits.last?.revision ?? 0
            if last != verdict.acknowledged {
                verdict.violations.append("\(name) ends at \(last), not \(verdict.acknowledged)")
            }
            let others = longest.suffix(log.edits.count)
            if let (edit, other) = zip(log.edits, others).first(where: { $0 != $1 }) {
                verdict.violations.append("\(name) has \(edit), and another one \(other)")
            }
        }
        if Set(logs.map(\.chain)).count != 1 {
            verdict.violations.append("the disks have different histories")
        }
    }
}
