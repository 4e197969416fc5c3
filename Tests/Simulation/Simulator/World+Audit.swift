import Disk
import EmojiArt
import Hosting
import ReferenceModel
import Store
import TestKit
import Wire

@testable import Sync

// What the disk holds in the end, read by who knows nothing of the run.
extension World {
    /// A document as the server had it at rest.
    private struct Rest {
        let state: StoredState
        let answers: [Int: AnswerWindow]
    }

    /// Ends the server, and compares the disk with what clients said and were told.
    func audit() {
        var rest: [DocumentName: Rest] = [:]
        for document in nodes.flatMap({ Array($0.server?.documents.open ?? []) }) {
            rest[document.name] = Rest(
                state: document.session.ledger.state,
                answers: document.session.ledger.answers
            )
        }
        for node in nodes {
            end(machine.chance(oneIn: 2) ? .power : .kill, of: node, restartsAfter: nil)
        }
        for (stored, loaded, log) in auditLogs() {
            guard let rest = rest[loaded.name] else { continue }
            do {
                try audit(loaded, rest)
            } catch {
                violate("audit: \(loaded.name): \(error)")
            }
            if let text = log.model.difference(from: rest.state.document) {
                violate("audit: \(text)")
            }
            for number in loaded.keys.keys.sorted() {
                let names = [.undo, .redo].map { rest.state.history.next($0, of: number)?.name }
                if names != log.model.names(of: number) {
                    violate(
                        "audit: \(number) would take \(names), not \(log.model.names(of: number))"
                    )
                }
            }
            for client in clients where client.document == loaded.name {
                audit(client, stored, loaded, log)
            }
        }
    }

    /// Goes through the logs on the disk, which no server has open.
    func auditLogs() -> [(StoredDocument, LoadedDocument, LogAudit)] {
        let present = SimulatedDisk.mounted
        if nodes.count == 1 { SimulatedDisk.mounted = present.copy() }
        defer { SimulatedDisk.mounted = present }
        var audits: [(StoredDocument, LoadedDocument, LogAudit)] = []
        for stored in read("audit") {
            do {
                let loaded = try LoadedDocument(stored)
                compare(loaded.name, stored)
                var requests: [UInt64: [ClientMessage.Request]] = [:]
                for client in clients where client.document == loaded.name {
                    requests.merge(client.record.requests) { $0 + $1 }
                }
                let cut = trimmed[loaded.name]?.keys.max() ?? 0
                var log = LogAudit(stored, requests: requests, trimmedTo: cut)
                if let text = try log.run() { violate("audit: \(loaded.name): \(text)") }
                audits.append((stored, loaded, log))
            } catch {
                violate("audit: \(stored.name): \(error)")
            }
        }
        return audits
    }

    /// L6: from the stored state on, and from the first edit on, the server would be where it was.
    private func audit(_ loaded: LoadedDocument, _ rest: Rest) throws {
        var ways = [(loaded, "the stored state and its tail"), (loaded, "all edits")]
        ways[1].0.state = nil
        for (document, what) in ways {
            let session = try DocumentSession(document)
            if session.ledger.state.encoded() != rest.state.encoded() {
                violate("audit: \(what) give another state")
            }
        }
        // S3: what was answered can be told from the log.
        for number in rest.answers.keys.sorted()
        where rest.answers[number] != loaded.answers[number] ?? AnswerWindow() {
            violate("audit: client \(number) was told other answers")
        }
    }

    /// L2: each edit was answered, and each that was accepted is there once, in order.
    private func audit(
        _ client: SimulatedClient,
        _ stored: StoredDocument,
        _ loaded: LoadedDocument,
        _ log: LogAudit
    ) {
        guard !client.isViewer else { return }
        let who = "audit: client \(client.number)"
        guard let number = loaded.keys.first(where: { $0.value == client.key })?.key else {
            // It is stored with its first edit, and a backup may be older than that.
            let isAccepted = client.record.answers.values.contains(where: \.isAccepted)
            if !isAccepted || !restored.isEmpty { return }
            return violate("\(who) is not on the disk")
        }
        let record = client.record
        for mark in record.made where record.answers[mark] == nil {
            return violate("\(who)'s edit \(mark) was never answered")
        }
        checkAnswers(of: client, in: stored)
        let journaled = (log.authors[number] ?? []).map(\.revision)
        // Of those that are not sure some are in another history.
        var unsure: Set<Int> = []
        var told = record.made.compactMap { mark -> Int? in
            guard let answer = record.answers[mark],
                case .accepted(let revision, _) = answer.verdict
            else { return nil }
            guard answer.isUnsure else {
                return isTakenBack(answer, client.document) ? nil : revision
            }
            unsure.insert(revision)
            return nil
        }
        // A backup took an edit back, and a copy of the client that does not know offers it again,
        // after edits that were made later.
        if record.hasForgotten || hasCopies(client) { told.sort() }
        // Others may be there that it made and forgot, or forgot the answers to, or gave up.
        let givenUp = stored.edits.filter { record.givenUp.contains($0.mark) }.map(\.revision)
        let rest = Set(journaled).subtracting(told).subtracting(givenUp.map { Int($0) })
        let isRight =
            told == told.sorted() && Set(told).count == told.count
            && Set(told).isSubset(of: journaled)
            && (record.hasForgotten || hasCopies(client) || rest.isSubset(of: unsure))
        if !isRight { violate("\(who) was told \(told), the disk has \(journaled)") }
    }

    /// Whether another program has the client's key.
    func hasCopies(_ client: SimulatedClient) -> Bool {
        clients.contains { $0 !== client && $0.key == client.key && $0.document == client.document }
    }
}
