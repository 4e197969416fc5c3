import Disk
import EmojiArt
import Hosting
import PostgresStore
import SQLiteStore
import Store
import StoreTables
import Transport
import WebSockets
import Wire

@testable import Sync

// What must hold all the time: some of it is looked at after every step, some now and then.
extension World {
    /// Looks at what costs little enough after this step.
    func check() {
        if steps % 16 == 0 {
            checkViews()
            checkBounds()
        }
        if steps % 64 == 0 { clients[steps / 64 % clients.count].checkFile() }
        if steps % 128 == 0 {
            if expectations.isNew { checkDurability() }
        }
    }

    /// S1: notes where a client stands after it heard something, and that it is durable for good.
    func checkSeen(_ client: SimulatedClient, on link: Link) {
        guard link.restores == restored.count, client.replica.isLive,
            let position = client.replica.position
        else { return }
        if let text = expectations.see(position, of: client.document) {
            violate("client \(client.number): \(text)")
        }
    }

    private func checkViews() {
        for client in clients where client.isViewDue { checkView(of: client) }
    }

    /// S4: what a client shows is what the server confirmed, and on top of it what it waits for.
    ///
    /// With `isMadeAnew` it looks also at what would be shown if nothing had been shown yet.
    func checkView(of client: SimulatedClient, isMadeAnew: Bool = false) {
        client.isViewDue = false
        var view = client.replica.confirmed
        var last = 0
        for edit in client.replica.pendingEdits {
            if edit.revision == nil {
                if edit.seq <= last { violate("client \(client.number) has seq \(last) twice") }
                last = edit.seq
            }
            if case .operation(let operation) = edit.request { _ = try? view.apply(operation) }
        }
        if view != client.replica.view || isMadeAnew && view != client.replica.peekView {
            violate("client \(client.number) shows another state")
        }
    }

    /// S6: no queue is longer than it may be.
    private func checkBounds() {
        for server in nodes.compactMap(\.server) { checkBounds(of: server) }
        for link in nodes.flatMap(\.links) where link.end.queuedBytes > Limits.serverMessageBytesMax
        {
            violate("\(link.end.queuedBytes) bytes wait at the connection of \(link.number)")
        }
    }

    private func checkBounds(of server: Server) {
        // Only edits that came in one turn may pass the limit, of a few emojis each; and a state of
        // each document.
        let turn = clients.count * Limits.unansweredEditsMax * 512
        let states = regime.documents * 8_000
        if server.journal.statistics.queuedBytes > Limits.queuedBytesMax + turn + states {
            violate("\(server.journal.statistics.queuedBytes) bytes wait for the disk")
        }
        for document in server.documents.open {
            // Besides: those that are not released yet, and those of the commit that was last.
            let window = clients.count * Limits.unansweredEditsMax
            if document.session.ledger.kept.count > Limits.keptEditsMax + 2 * window {
                violate("\(document.name) keeps \(document.session.ledger.kept.count) edits")
            }
        }
    }

    /// S1, S2, S5: whatever was seen would be there if the power failed now, and lost all that it
    /// could.
    func checkDurability() {
        expectations.isNew = false
        let present = SimulatedDisk.mounted
        if nodes.count == 1 { SimulatedDisk.mounted = present.afterPowerCut() }
        defer { SimulatedDisk.mounted = present }
        for stored in read("a power cut") {
            guard let name = DocumentName(stored.name) else { return violate("a name is damaged") }
            compare(name, stored)
            for client in clients where client.document == name {
                checkAnswers(of: client, in: stored)
            }
        }
    }

    /// All documents that anyone has seen, whole, on the disk that is mounted, or in the database.
    func read(_ occasion: String) -> [StoredDocument] {
        found = []
        let options = JournalOptions {
            $0.tailEdits = 1_000_000
            $0.answerSeqs = Limits.unansweredEditsMax
        }
        let names = expectations.documents.keys.sorted { $0.string < $1.string }
        do throws(StorageError) {
            if nodes.count == 1 {
                try readDisk(names, options, occasion)
            } else {
                let machine = SimulatedPostgres.machine
                SimulatedPostgres.machine = 0
                defer { SimulatedPostgres.machine = machine }
                try PostgresArchive.read(Self.database) { statements throws(StorageError) in
                    let reader = DocumentReader(statements, options)
                    for name in names { take(try reader.read(name.string), name, occasion) }
                }
            }
        } catch {
            violate("\(occasion): what is stored cannot be read: \(error)")
        }
        return found
    }

    private func readDisk(
        _ names: [DocumentName],
        _ options: JournalOptions,
        _ occasion: String
    ) throws(StorageError) {
        let disk = SimulatedDisk.mounted
        let journal = try Journal.open(directory: "data", options: options)
        for name in names {
            journal.load(name.string) { [unowned self] result in
                switch result {
                case .success(let stored): take(stored, name, occasion)
                case .failure(let error): violate("\(occasion): \(name): \(error)")
                }
            }
        }
        disk.takeQueue()
        if !disk.runWriter() { violate("\(occasion): \(disk.failureText)") }
    }

    private func take(_ stored: StoredDocument?, _ name: DocumentName, _ occasion: String) {
        if let stored {
            found.append(whole(stored, name))
        } else if expectations.documents[name]?.latest ?? 0 > 0 {
            violate("\(occasion): \(name) was seen, and is not there")
        }
    }

    func compare(_ name: DocumentName, _ stored: StoredDocument) {
        var chain = Checksum.zero
        var chains: [Int: Checksum] = [:]
        // Nor may a stored state be ahead of the edits.
        guard stored.edits.count == stored.revision else {
            return violate("\(name)'s log has a gap")
        }
        for (index, edit) in stored.edits.enumerated() {
            let revision = index + 1
            guard edit.revision == revision else { return violate("\(name)'s log has a gap") }
            chain = Position.extend(chain, by: edit.body.span)
            guard chain == Checksum(edit.chain) else { return violate("\(name)'s chain is broken") }
            chains[revision] = chain
        }
        let text = expectations.compare(
            name,
            epoch: stored.epoch,
            revision: Int(stored.revision),
            chains: chains
        )
        if let text { violate(text) }
    }

    /// S5: no answer that a client heard, and that no backup took back, is gone.
    func checkAnswers(of client: SimulatedClient, in stored: StoredDocument) {
        let who = "client \(client.number)"
        let answers = client.record.answers.filter { _, answer in
            !answer.isUnsure && !isTakenBack(answer, client.document)
        }
        guard let bytes = client.key?.bytes,
            let number = stored.clients.first(where: { $0.key == bytes })?.number
        else {
            // Refusals alone go with a document without edits.
            if answers.values.contains(where: \.isAccepted), restored.isEmpty {
                violate("\(who) is not on the disk")
            }
            return
        }
        let refused = stored.answers.count { $0.client == number && $0.isRefused }
        for (mark, answer) in answers {
            switch answer.verdict {
            case .accepted(let revision, _):
                let edit = revision <= stored.edits.count ? stored.edits[revision - 1] : nil
                if edit?.mark != mark || edit?.client != number {
                    violate("edit \(mark) of \(who) is not on the disk")
                }
            // Those of a document without edits went with it, and of many the oldest.
            case .refused where answer.epoch != stored.epoch: continue
            case .refused(let code):
                let isThere = stored.answers.contains { $0.mark == mark && $0.code == code }
                let isKept = refused < Limits.unansweredEditsMax
                if !isThere, isKept, stored.lastSeq[number] ?? 0 <= Limits.unansweredEditsMax {
                    violate("\(who)'s refusal of \(mark) is not on the disk")
                }
            }
        }
    }

    /// Whether a backup that was put in place may have taken the answer back.
    func isTakenBack(_ answer: ClientRecord.Answer, _ document: DocumentName) -> Bool {
        let since = restored.dropFirst(answer.restores)
        guard case .accepted(let revision, _) = answer.verdict else { return !since.isEmpty }
        return since.contains { revision > $0[document] ?? 0 }
    }
}

extension StoredAnswer {
    /// The code of a refusal; nil for an accepted edit.
    var code: String? {
        if case .refused(let code) = verdict { code } else { nil }
    }

    var isRefused: Bool { code != nil }
}
