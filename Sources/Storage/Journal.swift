import Synchronization

/// The durable log of all documents: one SQLite file, one thread that writes it.
///
/// Callers post from any thread and are answered on the writer thread. What was answered is on the
/// disk. Work is done in the order of posting; completions must not block, as all later work waits
/// for them, and may post again.
package final class Journal: Sendable {
    private let mailbox: Mailbox
    private let thread: Mutex<WriterThread?>

    private init(mailbox: Mailbox, thread: consuming sending WriterThread) {
        self.mailbox = mailbox
        self.thread = Mutex(thread)
    }

    deinit {
        // The last reference may go on the writer thread itself, which cannot wait for its own
        // end. It still commits what is queued and lets go of the directory.
        thread.withLock { thread in
            guard let running = thread.take() else { return }
            mailbox.close()
            running.detach()
        }
    }

    /// Opens `DIR/journal.sqlite`, creating both if absent, and starts the writer thread.
    ///
    /// - Throws: `inUse` when another journal holds the directory; `cannotOpen`, `notWritable`,
    ///   `notADatabase`, `corrupt`, `schemaTooNew`, `durabilityNotGiven`, `libraryTooOld` or
    ///   `sqlite` when the file cannot be used safely.
    package static func open(
        directory: String,
        options: JournalOptions = JournalOptions()
    ) throws(StorageError) -> Journal {
        let mailbox = Mailbox()
        let writer = try JournalWriter(directory: directory, options: options, mailbox: mailbox)
        return Journal(mailbox: mailbox, thread: try WriterThread(running: writer))
    }

    /// Queues a batch: all of it goes into one transaction, with all else that queued meanwhile.
    ///
    /// An empty batch is a barrier: its completion runs when all before it is durable.
    ///
    /// - Parameters:
    ///   - entries: What to store; edits of a document in the order of their revisions.
    ///   - completion: Runs on the writer thread after the fsync of the commit that holds the
    ///     batch, in the order of submission. Never runs when that commit fails.
    package func submit(
        _ entries: [JournalEntry],
        completion: @escaping @Sendable () -> Void
    ) {
        mailbox.post(.submit(entries, completion: completion))
    }

    /// Finds or makes a document and reads back what is needed to open it.
    ///
    /// It sees exactly what was submitted before it.
    ///
    /// - Parameters:
    ///   - name: The document's name, compared as bytes.
    ///   - epoch: The id of the history of a document to be made; nil makes none.
    ///   - completion: Runs on the writer thread, between commits; nil when there is no such
    ///     document. A document that was made is durable by then.
    package func load(
        _ name: String,
        creatingWith epoch: UInt64?,
        completion: @escaping @Sendable (Result<StoredDocument?, StorageError>) -> Void
    ) {
        mailbox.post(.load(name: name, epoch: epoch, completion: completion))
    }

    /// Reads an image of a document.
    ///
    /// - Parameters:
    ///   - digest: What the image is known by.
    ///   - name: The document's name.
    ///   - completion: Runs on the writer thread; nil when there is no such document or image.
    package func image(
        _ digest: String,
        of name: String,
        completion: @escaping @Sendable (Result<StoredImage?, StorageError>) -> Void
    ) {
        mailbox.post(.image(digest: digest, name: name, completion: completion))
    }

    /// Gives a document another name.
    ///
    /// Entries that were submitted before belong to it under whatever name.
    ///
    /// - Parameters:
    ///   - name: The name that it has.
    ///   - new: The name that it gets.
    ///   - completion: Runs on the writer thread once that is durable.
    package func rename(
        _ name: String,
        to new: String,
        completion: @escaping @Sendable (RenameOutcome) -> Void
    ) {
        mailbox.post(.rename(name: name, to: new, completion: completion))
    }

    /// Deletes a document with its history.
    ///
    /// Nothing may be submitted for it afterwards but snapshots, which are left out.
    ///
    /// - Parameters:
    ///   - name: The document's name.
    ///   - completion: Runs on the writer thread once that is durable; false when there was none.
    package func delete(_ name: String, completion: @escaping @Sendable (Bool) -> Void) {
        mailbox.post(.delete(name: name, completion: completion))
    }

    /// Reads which documents had a name and have it no more, the latest last.
    package func former(
        _ name: String,
        completion: @escaping @Sendable (Result<[FormerDocument], StorageError>) -> Void
    ) {
        mailbox.post(.former(name: name, completion: completion))
    }

    /// Reads the list of documents, ordered by name as bytes.
    package func list(
        completion: @escaping @Sendable (Result<[DocumentSummary], StorageError>) -> Void
    ) {
        mailbox.post(.list(completion: completion))
    }

    /// Commits what is queued, empties the write-ahead log, ends the thread, unlocks the directory.
    ///
    /// Waits for all of it. Closing again does nothing. Work posted after it is a programmer's
    /// error, and so is closing from a completion.
    package func close() {
        thread.withLock { thread in
            guard let running = thread.take() else { return }
            precondition(!running.isCurrent, "A completion cannot wait for its own thread.")
            mailbox.close()
            running.join()
        }
    }

    /// Figures since the journal was opened.
    package var statistics: JournalStatistics {
        mailbox.statistics
    }
}
