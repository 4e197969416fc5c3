internal import Disk
internal import Store
internal import StoreTables

// A full disk: the one failure of a write that loses nothing.
//
// Part of a commit was written to a log, and then there was no room. No fsync was tried, nobody was
// answered, and the log's valid part is what it was. The transaction is taken back and made again
// from the commit log. So the commit waits and is tried again: edits stay unanswered, which their
// clients show as pending, and documents are read on. ENOSPC from an fsync is another matter: it is
// an I/O error, and the process ends.
extension JournalWriter {
    /// Waits until there is something to do, or until it is time to try again.
    ///
    /// While the disk is full, the thread looks only every quarter of a second, also for readers.
    func wait() -> Bool {
        if backup != nil || !commands.isEmpty, stall == nil {
            return takeQueue() || !queue.isClosed
        }
        guard let pause = retryMilliseconds else {
            queue.wait()
            return takeQueue()
        }
        System.pause(milliseconds: pause)
        _ = takeQueue()
        return true
    }

    /// Takes what is queued, behind what waits; false when there is nothing.
    func takeQueue() -> Bool {
        _ = queue.take(into: &commands)
        return !commands.isEmpty
    }

    /// How long to wait before what has no room is tried again; nil when nothing has to wait.
    var retryMilliseconds: UInt32? { stall == nil ? nil : 250 }

    /// The disk is full: takes back what was begun, and says so once.
    func stall(_ error: StorageError) throws(StorageError) {
        // A file that was replaced is found before anything is begun, and is not read again.
        if !error.isReplaced {
            try database.execute("PRAGMA cache_spill = OFF", "keep pages")
            try transaction.rollBack(tables)
        }
        guard stall == nil else { return }
        stall = error
        // What a backup took on the same disk is given back to the edits.
        endBackup(.failure(.backupFailed(path: backup?.target ?? "", reason: reasonOfStall)))
        queue.recordStall(error)
        if case .replaced(let path, let what, _) = error {
            stall = .replaced(path: path, what: what, isRescued: rescue())
        }
        options.onStall(stall)
    }

    var reasonOfStall: String {
        if let stall, stall.isReplaced { "\(stall)" } else { "the journal's disk is full" }
    }

    /// Copies all that is committed to a file of another name, while the old ones are open; false
    /// when they cannot be read any more.
    private func rescue() -> Bool {
        let path = "\(directory)/\(StorageError.rescueName)"
        let name = path.replacing("'", with: "''")
        do throws(StorageError) {
            try transaction.commit()
            try database.execute("VACUUM INTO '\(name)'", "copy the journal")
            try Schema.close(Database(file: path, isReadOnly: false))
            try RawFile(making: path).synchronize()
            try DirectoryLock.synchronize(directory: directory)
        } catch {
            try? transaction.rollBack(tables)
            return false
        }
        return true
    }

    func recover() {
        guard stall != nil else { return }
        stall = nil
        queue.recordStall(nil)
        options.onStall(nil)
    }

    /// Answers who only reads, ahead of what waits for room.
    ///
    /// But a document is not loaded before what waits for it is durable: who let go of it would
    /// take what is stored for all of it, and store the rest again, or edit one that is to go.
    func answerReaders() throws(StorageError) {
        var waiting: Set<Int64> = []
        var discarded: Set<String> = []
        for command in commands {
            switch command {
            case .submit(let batch, _): waiting.formUnion(batch.map(\.document))
            case .change(.discard(let name, _), _): discarded.insert(name)
            default: break
            }
        }
        let queued = commands
        commands.removeAll(keepingCapacity: true)
        for command in queued {
            var mustWait = false
            if case .load(let name, _) = command {
                let document = try tables.statements.document(name)?.id ?? 0
                mustWait = discarded.contains(name) || waiting.contains(document)
            }
            if mustWait {
                commands.append(command)
            } else if !(try answerReader(command)) {
                commands.append(command)
            }
        }
    }
}
