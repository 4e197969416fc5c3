internal import Crowd
internal import DequeModule
internal import EmojiArt
internal import Foundation

// One phase after the other.
extension LoadRun {
    /// Goes on as far as the time and the members allow.
    func advance(_ now: UInt64) {
        switch phase {
        case .gathering:
            guard joining == 0, waiting.isEmpty else { return }
            phase = .filling
            for writer in writers.indices { continueFilling(writer) }
            choosePointers()
        case .filling:
            guard writers.allSatisfy(\.unanswered.isEmpty) else { return }
            phase = .warming
            measuredAt = now + UInt64(plan.warmup * 1e9)
            endedAt = measuredAt + UInt64(plan.seconds * 1e9)
            schedule.start(at: now)
            if plan.rate == 0 { for writer in writers.indices { sendMore(writer, at: now) } }
        case .warming:
            sendDue(now)
            guard now >= measuredAt else { break }
            phase = .measuring
            usedBefore = process?.use ?? ServerProcess.Use()
            measuredAt = now
        case .measuring:
            sendDue(now)
            let middle = measuredAt + (endedAt - measuredAt) / 2
            if plan.storm, stormAt == nil, now >= middle { breakAll(at: now) }
            guard now >= endedAt, !plan.storm || backAt != nil else { break }
            usedAfter = process?.use ?? ServerProcess.Use()
            residentAfter = process?.residentBytes ?? 0
            endedAt = now
            schedule.stop()
            for index in writers.indices { writers[index].late.removeAll() }
            phase = .settling
            settleBy = now + 30_000_000_000
        case .settling:
            guard isSettled || now >= settleBy else { break }
            phase = .over
        case .over: return
        }
        let end = phase == .warming ? measuredAt : phase == .measuring ? endedAt : now + 10_000_000
        crowd?.wake(at: min(schedule.nextAt, max(end, now + 100_000)))
    }

    /// Whether every edit was answered, and every reader has the last.
    private var isSettled: Bool {
        writers.allSatisfy(\.unanswered.isEmpty) && missing == 0
    }

    /// Edits that were told to somebody and not to all.
    var missing: Int {
        members.values.reduce(0) { sum, member in
            guard member.stage == .live, member.role == .writer || member.role == .reader else {
                return sum
            }
            return sum + max(0, documents[member.document].revision - member.revision)
        }
    }

    private func choosePointers() {
        guard plan.cursors > 0 else { return }
        var counts: [Int: Int] = [:]
        for (number, member) in members.sorted(by: { $0.key < $1.key }) {
            guard member.role == .writer || member.role == .reader,
                counts[member.document, default: 0] < plan.cursors
            else { continue }
            counts[member.document, default: 0] += 1
            pointers.append(number)
        }
    }

    func report(label: String) -> LoadReport {
        let seconds = Double(endedAt - measuredAt) / 1e9
        let count = plan.documents * (plan.members + plan.slow) + plan.idle
        let used = usedAfter.nanoseconds - min(usedBefore.nanoseconds, usedAfter.nanoseconds)
        let written = usedAfter.writtenBytes - min(usedBefore.writtenBytes, usedAfter.writtenBytes)
        let server = process.map { _ in
            LoadReport.ServerUse(
                cores: Double(used) / 1e9 / seconds,
                microsecondsPerDelivery: Double(used) / 1e3 / Double(max(1, tally.deliveries)),
                kibibytesWrittenPerEdit: Double(written) / 1_024 / Double(max(1, tally.edits)),
                residentMebibytes: Double(residentAfter) / 1_048_576,
                kibibytesPerMember: Double(residentAfter - residentBefore) / 1_024
                    / Double(max(1, count))
            )
        }
        return LoadReport(
            plan: plan,
            time: Int(Date().timeIntervalSince1970 - seconds),
            label: label,
            seconds: seconds,
            editsPerSecond: Double(tally.edits) / seconds,
            deliveriesPerSecond: Double(tally.deliveries) / seconds,
            presencePerSecond: Double(tally.presence) / seconds,
            refused: tally.refused,
            acknowledgement: LoadReport.Durations(tally.acknowledgement),
            delivery: LoadReport.Durations(tally.delivery),
            join: LoadReport.Durations(tally.join),
            backAfter: stormAt.flatMap { start in backAt.map { Double($0 - start) / 1e9 } },
            outOfOrder: tally.outOfOrder,
            missing: missing,
            closes: tally.closes,
            server: server
        )
    }
}
