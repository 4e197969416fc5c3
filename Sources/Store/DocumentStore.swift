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

    /// Queues a batch: all of it becomes durable at once, or nothing.
    ///
    /// An empty batch is a barrier: its completion runs when all before it is durable. A large
    /// state that is submitted alone may be stored in parts, and what is submitted later between
    /// them.
    ///
    /// - Parameters:
    ///   - entries: What to store; edits of a document in the order of their revisions.
    ///   - completion: Runs when the batch is durable, in the order of submission, but for large
    ///     states. Never runs when it cannot be: then the process ends.
    func submit(_ entries: [JournalEntry], completion: @escaping @Sendable () -> Void)

    /// Finds a document and reads back what is needed to open it.
    ///
    /// It sees exactly what was submitted before it.
    ///
    /// - Parameters:
    ///   - name: The document's name, compared as bytes.
    ///   - completion: Gets nil when there is no such document.
    func load(_ name: String, completion: @escaping StoreCompletion<StoredDocument?>)

    /// Reads an image of a document.
    ///
    /// - Parameters:
    ///   - digest: What the image is known by.
    ///   - name: The document's name.
    ///   - completion: Gets nil when there is no such document or image.
    func image(
        _ digest: String,
        of name: String,
        completion: @escaping StoreCompletion<StoredImage?>
    )

    /// Changes names or tokens.
    ///
    /// - Parameters:
    ///   - change: What happens to them.
    ///   - completion: Runs once that is durable.
    func change(
        _ change: DirectoryChange,
        completion: @escaping @Sendable (DirectoryOutcome) -> Void
    )

    /// Reads which documents had a name and have it no more, the latest last.
    func former(_ name: String, completion: @escaping StoreCompletion<[FormerDocument]>)

    /// Reads what is kept of a document's past, and where to begin for a moment of it.
    ///
    /// It sees exactly what was submitted before it.
    ///
    /// - Parameters:
    ///   - name: The document's name.
    ///   - moment: Which moment is to be rebuilt; nil for none.
    ///   - completion: Gets nil when there is no such document.
    func past(
        _ name: String,
        at moment: StoredMoment?,
        completion: @escaping StoreCompletion<StoredPast?>
    )

    /// Reads the next edits of a document: as many as are read in about a millisecond.
    ///
    /// - Parameters:
    ///   - document: The document's number.
    ///   - revision: The revision before the first of them.
    ///   - last: The last revision that is wanted.
    ///   - completion: Gets them ascending, and none when there are no more.
    func edits(
        of document: Int64,
        after revision: Int64,
        upTo last: Int64,
        completion: @escaping StoreCompletion<[StoredEdit]>
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
    /// - Parameters:
    ///   - cut: Where to.
    ///   - state: The state at the cut, where the log begins then; with the first call, and only
    ///     with it.
    ///   - completion: Runs once that is durable, with whether there are more.
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
