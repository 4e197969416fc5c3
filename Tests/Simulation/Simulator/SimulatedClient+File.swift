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
            var other = makeReplica()
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
    }

    /// Starts again from the file, as after a kill.
    func restart(losing lost: Int = 0, torn: Bool = false) {
        let lost = max(0, min(lost, file.count - safeLines))
        file.removeLast(lost)
        if lost > 0 { record.hasForgotten = true }
        restart(torn: torn)
    }

    /// Starts again from an older file, as when a backup of the machine is put in place.
    func restart(from older: [[UInt8]]) {
        file = older
        safeLines = older.count
        record.hasForgotten = true
        restart(torn: false)
    }

    private func restart(torn: Bool) {
        link = nil
        writesLeft = nil
        outbox = []
        wakes = []
        replica = makeReplica()
        let count = replica.restore(torn ? file + [[0x3E, 0x20, 0x7B]] : file)
        if count != file.count, !isViewer { violate("\(count) of \(file.count) lines are used") }
        noteMarks()
        record.restart(pending: Set(marks.values))
    }

    /// A program on another machine that begins with a copy of this one's file.
    func clone(number: Int) -> SimulatedClient {
        let clone = SimulatedClient(number: number, key: key, document: document)
        clone.file = file
        clone.safeLines = file.count
        clone.isClone = true
        _ = clone.replica.restore(file)
        clone.noteMarks()
        clone.record = record.copy(pending: Set(clone.marks.values))
        return clone
    }

    /// Notes the marks of the edits that the file holds.
    private func noteMarks() {
        marks = [:]
        for edit in replica.pendingEdits + replica.undecidedEdits { marks[edit.ref] = edit.mark }
    }
}
