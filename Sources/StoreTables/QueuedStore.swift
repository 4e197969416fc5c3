package import Store

/// A store whose work queues for one thread, which has its tables to itself.
package protocol QueuedStore: DocumentStore {
    /// What waits for the thread.
    var queue: CommandQueue { get }
}

extension QueuedStore {
    /// Queues a batch: all of it goes into one transaction, with all else that queued meanwhile.
    package func submit(
        _ entries: [JournalEntry],
        completion: @escaping @Sendable () -> Void
    ) {
        if entries.count == 1, case .snapshot(let document, let state) = entries[0],
            state.body.count > SnapshotTable.partBytes
        {
            queue.post(.store(document: document, state, completion: completion))
        } else {
            queue.post(.submit(entries, completion: completion))
        }
    }

    /// Submits a batch: a store that others can hold up has no thread wait for it.
    package func commit(
        _ entries: [JournalEntry],
        lend: (_ wait: () -> Void) -> Void,
        completion: @escaping @Sendable () -> Void
    ) -> Bool {
        submit(entries, completion: completion)
        return false
    }

    /// Finds a document and reads back what is needed to open it.
    package func load(_ name: String, completion: @escaping StoreCompletion<StoredDocument?>) {
        queue.post(.load(name: name, completion: completion))
    }

    /// Asks whether a document is still this server's.
    package func confirm(_ document: Int64, completion: @escaping @Sendable () -> Void) {
        queue.post(.confirm(document: document, completion: completion))
    }

    /// Reads an image of a document.
    package func image(
        _ digest: String,
        of name: String,
        completion: @escaping StoreCompletion<StoredImage?>
    ) {
        read(completion) { tables throws(StorageError) in try tables.images.find(digest, of: name) }
    }

    /// Changes names or tokens.
    package func change(
        _ change: DirectoryChange,
        completion: @escaping @Sendable (DirectoryOutcome) -> Void
    ) {
        queue.post(.change(change, completion: completion))
    }

    /// Reads which documents had a name and have it no more, the latest last.
    package func former(_ name: String, completion: @escaping StoreCompletion<[FormerDocument]>) {
        read(completion) { tables throws(StorageError) in try tables.names.former(name) }
    }

    /// Reads what is kept of a document's past, and where to begin for a moment of it.
    package func past(
        _ name: String,
        at moment: StoredMoment?,
        completion: @escaping StoreCompletion<StoredPast?>
    ) {
        read(completion) { tables throws(StorageError) in try tables.past.read(name, at: moment) }
    }

    /// Reads the next edits of a document: as many as are read in about a millisecond.
    package func edits(
        of document: Int64,
        after revision: Int64,
        upTo last: Int64,
        completion: @escaping StoreCompletion<[StoredEdit]>
    ) {
        read(completion) { tables throws(StorageError) in
            try tables.past.edits(of: document, after: revision, upTo: last)
        }
    }

    /// Reads how a client's edits before a seq were answered.
    package func answers(
        of document: Int64,
        to client: Int64,
        before seq: Int64,
        after revision: Int64,
        completion: @escaping StoreCompletion<StoredAnswers>
    ) {
        read(completion) { tables throws(StorageError) in
            try tables.documents.answers(of: document, to: client, before: seq, after: revision)
        }
    }

    /// Finds where a document's log is to be cut off by a rule; the last
    /// `JournalOptions.tailEdits` stay.
    package func findCut(
        _ name: String,
        _ rule: HistoryRetention,
        completion: @escaping StoreCompletion<StoredCut?>
    ) {
        read(completion) { tables throws(StorageError) in try tables.cutter.cut(name, rule) }
    }

    /// Takes some of a log's oldest edits away, up to a cut.
    package func cut(
        _ cut: StoredCut,
        storing state: (body: [UInt8], chain: UInt64)?,
        completion: @escaping @Sendable (_ isMore: Bool) -> Void
    ) {
        _ = queue.postIfOpen(.cut(cut, state: state, completion: completion))
    }

    private func read<Value>(
        _ completion: @escaping StoreCompletion<Value>,
        _ body: @escaping @Sendable (Tables) throws(StorageError) -> Value
    ) {
        let answer = { @Sendable (tables: Tables) in
            do throws(StorageError) {
                let value = try body(tables)
                return JournalAnswer(error: nil) { completion(.success(value)) }
            } catch {
                return JournalAnswer(error: error) { completion(.failure(error)) }
            }
        }
        _ = queue.postIfOpen(.read(answer))
    }

    /// The list of documents as of the last commit, ordered by name as bytes.
    package func list() -> [DocumentSummary] { queue.index.list() }

    /// How much there is as of the last commit, from the point of view of one document.
    package func usage(of document: Int64) -> Usage { queue.index.usage(of: document) }

    /// Asks whether the store's thread gets on, also while commits wait.
    package func probe(completion: @escaping @Sendable () -> Void) {
        queue.post(.probe(completion))
    }

    /// Figures since the store was opened.
    package var statistics: JournalStatistics { queue.statistics }

    /// How commits went since the store was opened.
    package var measures: JournalMeasures { queue.measures }
}
