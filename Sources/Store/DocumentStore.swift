/// A function that gets the answer of a store, or why there is none.
package typealias StoreCompletion<Value> = @Sendable (Result<Value, StorageError>) -> Void

/// The durable log of all documents, whatever keeps it.
///
/// Any thread posts work, which is done in the order of posting; answers come on a thread of the
/// store's own, and what was answered is durable. Completions must not block, as all later work
/// waits for them, and may post again. The tests of `StoreTests` that run on each `StoreKind` hold
/// for every store.
package protocol DocumentStore: AnyObject, Sendable {
    /// The names of the documents that were frozen when the store was opened.
    var frozenNames: [String] { get }

    /// The tokens that were refused when the store was opened.
    var revoked: [StoredRevocation] { get }

    /// Queues a batch, edits of a document in the order of their revisions: all of it becomes
    /// durable at once, or nothing.
    ///
    /// An empty batch is a barrier: its completion runs when all before it is durable. A large
    /// state that is submitted alone may be stored in parts, and what is submitted later between
    /// them. But for those, completions run in the order of submission. What cannot be made durable
    /// is never answered: then the process ends.
    func submit(_ entries: [JournalEntry], completion: @escaping @Sendable () -> Void)

    /// Makes a small batch durable before it returns, and gives true, when nothing queues and the
    /// disk is quick; or submits it, and gives false.
    ///
    /// The caller's thread waits for the disk within `lend`, which calls its argument once. The
    /// completion runs only after false.
    func commit(
        _ entries: [JournalEntry],
        lend: (_ wait: () -> Void) -> Void,
        completion: @escaping @Sendable () -> Void
    ) -> Bool

    /// Finds a document by its name, compared as bytes, and reads back what is needed to open it;
    /// nil when there is none.
    ///
    /// It sees exactly what was submitted before it. Where several servers share the store, the
    /// document is this server's from then on, until `release`; `elsewhere` says whose it is when
    /// it cannot be.
    func load(_ name: String, completion: @escaping StoreCompletion<StoredDocument?>)

    /// Asks whether a document is still this server's; if it is not, whoever watches is told before
    /// the answer comes.
    ///
    /// Only where several servers share the store can it be another's.
    func confirm(_ document: Int64, completion: @escaping @Sendable () -> Void)

    /// Gives a document up that is in memory no more, behind all that was submitted for it.
    ///
    /// Where several servers share the store, another may have it then.
    func release(_ name: String)

    /// The addresses of the other servers of the store, as far as they were known last.
    var servers: [String] { get }
    /// The address of the other server that has a document; nil when none is known to. May wait.
    func server(of name: String) -> String?

    /// Has a function called, on a thread of the store's own, with what other servers of the store
    /// do to this one.
    func watch(_ body: @escaping @Sendable (StoreEvent) -> Void)

    /// Reads an image of a document; nil when there is no such document or image.
    func image(
        _ digest: String,
        of name: String,
        completion: @escaping StoreCompletion<StoredImage?>
    )

    /// Changes names or tokens; answers once that is durable.
    func change(
        _ change: DirectoryChange,
        completion: @escaping @Sendable (DirectoryOutcome) -> Void
    )

    /// Reads which documents had a name and have it no more, the latest last.
    func former(_ name: String, completion: @escaping StoreCompletion<[FormerDocument]>)

    /// Reads what is kept of a document's past, and where to begin for a moment of it, if one is
    /// given; nil when there is no such document.
    ///
    /// It sees exactly what was submitted before it.
    func past(
        _ name: String,
        at moment: StoredMoment?,
        completion: @escaping StoreCompletion<StoredPast?>
    )

    /// Reads the edits of a document after a revision and up to another, ascending: as many as are
    /// read in about a millisecond, and none when there are no more.
    func edits(
        of document: Int64,
        after revision: Int64,
        upTo last: Int64,
        completion: @escaping StoreCompletion<[StoredEdit]>
    )

    /// Reads how a client's edits before a seq were answered, the latest first, down to a revision
    /// that is not read: as many as are read in about a millisecond.
    ///
    /// It sees exactly what was submitted before it. Refusals before those of the answer window are
    /// not kept.
    func answers(
        of document: Int64,
        to client: Int64,
        before seq: Int64,
        after revision: Int64,
        completion: @escaping StoreCompletion<StoredAnswers>
    )

    /// Finds where a document's log is to be cut off by a rule; nil when all of it stays.
    ///
    /// The last edits stay whatever the rule says, as many as a client may resume from.
    func findCut(
        _ name: String,
        _ rule: HistoryRetention,
        completion: @escaping StoreCompletion<StoredCut?>
    )

    /// Takes some of a log's oldest edits away, up to a cut; what each client was answered is kept.
    ///
    /// The first call, and only it, brings the state at the cut, where the log begins then. Answers
    /// once that is durable, with whether there are more.
    func cut(
        _ cut: StoredCut,
        storing state: (body: [UInt8], chain: UInt64)?,
        completion: @escaping @Sendable (_ isMore: Bool) -> Void
    )

    /// The list of documents as of the last commit, ordered by name as bytes.
    ///
    /// From memory, on the caller's thread: commits go on.
    ///
    /// - Complexity: O(n log n) of the documents.
    func list() -> [DocumentSummary]

    /// How much there is, of all, of a document and of the user who made it, as of the last commit.
    ///
    /// From memory, on the caller's thread.
    ///
    /// - Complexity: O(1).
    func usage(of document: Int64) -> Usage

    /// Asks whether the store's thread gets on, also while commits wait for room on the disk.
    func probe(completion: @escaping @Sendable () -> Void)

    /// The bytes that are free where it stores; nil when that is not known.
    func freeBytes() -> Int?

    /// Figures since the store was opened.
    var statistics: JournalStatistics { get }

    /// How commits went since the store was opened.
    var measures: JournalMeasures { get }

    /// Makes durable what is queued, and lets go of everything.
    ///
    /// Waits for all of it. Closing again does nothing. Work posted after it is a programmer's
    /// error, and so is closing from a completion; but reads of images, former names and the past,
    /// and cuts, are only never answered.
    func close()
}

/// What other servers do to this one through the store that they share.
package enum StoreEvent: Sendable {
    /// These documents are this server's no more, for a cause that can be logged: what was
    /// submitted for them and not answered yet may be durable or not.
    ///
    /// It comes before the completion of a batch with their entries.
    case lost([Int64], cause: StorageError)
    /// These names are frozen now, and these tokens refused, in place of those before.
    case told(frozen: [String], revoked: [StoredRevocation])
}

extension DocumentStore {
    /// Does nothing: all documents are this server's.
    package func release(_ name: String) {}

    /// None.
    package var servers: [String] { [] }

    /// No other server has a document.
    package func server(of name: String) -> String? { nil }

    /// Calls nobody: there are no other servers.
    package func watch(_ body: @escaping @Sendable (StoreEvent) -> Void) {}
}
