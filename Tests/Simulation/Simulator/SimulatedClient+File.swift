import EmojiArt
import Sync
import Wire

// Its file: what a process that starts again goes on from.
extension SimulatedClient {
    /// Checks that the file and its short form both lead to this very replica.
    func checkFile() {
        guard !isViewer, isFileDue else { return }
        isFileDue = false
        let own = replica.peekWhole
        for (lines, what) in [(file, "file"), (replica.transcript(), "transcript")] {
            var other = Replica(key: key, keeping: .transcript)
            let count = other.restore(lines)
            if count != lines.count { violate("line \(count) of a \(what) is not used") }
            if let text = other.peekWhole.difference(from: own) {
                violate("its \(what) gives another replica: \(text)")
            }
        }
    }

    /// Puts the short form in place of the file.
    func compact() {
        guard !isViewer else { return }
        file = replica.transcript()
        safeLines = file.count
        noteEdits()
    }

    /// Starts again from the file, as after a kill.
    func restart(losing lost: Int = 0, torn: Bool = false) {
        let lost = max(0, min(lost, file.count - safeLines))
        file.removeLast(lost)
        if lost > 0 { record.hasForgotten = true }
        link = nil
        writesLeft = nil
        outbox = []
        wakes = []
        isRenumbered = false
        replica = Replica(key: key, name: "\(number)", keeping: .transcript)
        let count = replica.restore(torn ? file + [[0x3E, 0x20, 0x7B]] : file)
        if count != file.count, !isViewer { violate("\(count) of \(file.count) lines are used") }
        names = [:]
        for edit in replica.pendingEdits {
            guard let name = kept[edit.seq] else {
                violate("edit \(edit.seq) comes from nowhere")
                continue
            }
            names[edit.ref] = name
        }
        record.restart(pending: Set(names.values))
        confirmedInFile()
    }

    /// What `confirmed` comes to by what the file tells.
    private func confirmedInFile() {
        confirmed = ConfirmedEdits()
        var decoder = MessageDecoder()
        for line in file where line.first == UInt8(ascii: "<") {
            guard let message = try? decoder.serverMessage(line.span.extracting(2...)) else {
                continue
            }
            confirmed.hear(message)
        }
    }

    func noteEdits() {
        kept = [:]
        for edit in replica.pendingEdits { kept[edit.seq] = names[edit.ref] }
    }

    func noteEdit(in line: [UInt8]) {
        guard line.first == UInt8(ascii: ">"), let seq = Self.edit(in: Array(line[2...]))?.seq,
            let edit = replica.pendingEdits.first(where: { $0.seq == seq })
        else { return }
        kept[seq] = names[edit.ref]
    }

    /// The edit that a message of this client is; nil for another one.
    static func edit(
        in message: [UInt8]
    ) -> (seq: Int, request: ClientMessage.Request)? {
        guard message.starts(with: #"{"type":"edit""#.utf8) else { return nil }
        var decoder = MessageDecoder()
        guard case .edit(let seq, let request)? = try? decoder.clientMessage(message.span) else {
            return nil
        }
        return (seq, request)
    }
}
