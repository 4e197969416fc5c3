package import Store

/// The tables of a store, for the one thread that has its connection.
package final class Tables {
    /// The tables whose rows are documents', each in a column `document`.
    package static let ofDocuments = [
        "edits", "refusals", "clients", "snapshots", "snapshot_parts", "images", "answers",
    ]

    /// The statements of the connection.
    package let statements: Statements
    /// Names, and what was told of tokens.
    package var names: NameTable
    /// What edits, refusals and states are written by.
    package var entries: EntryWriter
    /// What documents are opened with.
    package let documents: DocumentReader
    /// Images.
    package let images: ImageTable
    /// Reads old revisions.
    package let past: PastReader
    /// What takes the old end of logs away.
    package let cutter: LogCutter
    private let index: DocumentIndex
    /// What the list of documents learns of a commit.
    private var changes: [DocumentIndex.Change] = []

    /// The tables of a connection, which are there; the list of documents is told of each commit.
    package init(
        _ statements: Statements,
        _ index: DocumentIndex,
        _ options: JournalOptions
    ) throws(StorageError) {
        self.statements = statements
        self.index = index
        let snapshots = SnapshotTable(statements)
        names = try NameTable(statements, index)
        images = ImageTable(statements: statements, bytesMax: options.imagesBytesMax)
        past = PastReader(statements: statements, snapshots: snapshots)
        cutter = LogCutter(past: past, options: options)
        documents = DocumentReader(statements, options)
        entries = try EntryWriter(statements, images, snapshots, options)
    }

    /// Takes away what a process left that ended, inside the caller's transaction.
    package func clean() throws(StorageError) {
        try names.discardAll()
        try SnapshotTable(statements).dropRemains()
    }

    /// Tells the list of documents of all there are, after `clean`, or of one.
    package func list(_ document: Int64? = nil) throws(StorageError) {
        _ = names.takeListed()
        index.apply(try documents.summaries(of: document))
    }

    /// Tells the list of documents of edits that are durable.
    package func noteEdits(of submits: ArraySlice<JournalCommand>) {
        for case .submit(let batch, _) in submits {
            for case .edit(let document, let edit) in batch {
                let change = DocumentIndex.Change.reached(
                    document: document,
                    revision: edit.revision,
                    time: edit.time
                )
                // Of edits in a row of one document the last is enough.
                if case .reached(document, _, _) = changes.last { changes.removeLast() }
                changes.append(change)
            }
        }
        for (document, bytes) in entries.space.takeGrown() {
            changes.append(.grew(document: document, bytes: bytes))
        }
        guard !changes.isEmpty else { return }
        index.apply(changes)
        changes.removeAll(keepingCapacity: true)
    }

    /// Takes some of a log's oldest edits away inside `transaction`; gives whether there are more.
    package func take(
        _ cut: StoredCut,
        storing state: (body: [UInt8], chain: UInt64)?,
        transaction: (() throws(StorageError) -> Void) throws(StorageError) -> Void
    ) throws(StorageError) -> Bool {
        var taken = (isMore: false, freed: Int64(0))
        try transaction { () throws(StorageError) in
            taken = try cutter.take(cut, storing: state)
        }
        index.apply([.grew(document: cut.document, bytes: -taken.freed)])
        return taken.isMore
    }

    /// The most changes of one transaction: others wait for it.
    private static let changesMax = 1_024

    /// Carries out the first changes of some commands inside `transaction`, and answers each when
    /// all are durable; gives how many.
    package func change(
        _ commands: ArraySlice<JournalCommand>,
        transaction: (() throws(StorageError) -> Void) throws(StorageError) -> Void
    ) throws(StorageError) -> Int {
        let before = names
        var done: [(DirectoryOutcome, completion: @Sendable (DirectoryOutcome) -> Void)] = []
        var deleted: [Int64] = []
        do throws(StorageError) {
            try transaction { () throws(StorageError) in
                // A transaction that is tried again begins anew.
                (names, done, deleted) = (before, [], [])
                for command in commands.prefix(Self.changesMax) {
                    guard case .change(let change, let completion) = command else { break }
                    let result = try names.apply(change)
                    done.append((result.outcome, completion))
                    if let document = result.deleted { deleted.append(document) }
                }
            }
        } catch {
            // What is counted in memory is of the transaction.
            names = before
            throw error
        }
        index.apply(names.takeListed())
        for document in deleted { entries.forget(document) }
        for (outcome, completion) in done { completion(outcome) }
        return done.count
    }
}
