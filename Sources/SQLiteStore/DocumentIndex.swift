internal import Store
internal import Synchronization

/// The list of documents, in memory, so that reading it does not delay commits; and how much there
/// is of each user.
///
/// The writer thread notes each change after its commit; any thread reads.
final class DocumentIndex: Sendable {
    /// What became of a document's place in the list.
    enum Change {
        case created(document: Int64, DocumentSummary)
        case renamed(document: Int64, to: String)
        case deleted(document: Int64)
        /// It has edits up to the revision, of which the last was made at the time.
        case reached(document: Int64, revision: Int64, time: Int64)
        /// It takes more of the disk, or less.
        case grew(document: Int64, bytes: Int64)
    }

    /// Documents are in as many dictionaries: one that is being read is copied by the next change,
    /// and is small.
    private static let bucketCount: Int64 = 1_024

    private struct State {
        var buckets = [[Int64: DocumentSummary]](repeating: [:], count: Int(bucketCount))
        var all = Tally()
        var users: [String: Tally] = [:]
    }

    private let state = Mutex(State())

    /// Notes what is durable now.
    func apply(_ changes: some Sequence<Change>) {
        state.withLock { state in
            for change in changes { Self.apply(change, to: &state) }
        }
    }

    private static func apply(_ change: Change, to state: inout State) {
        switch change {
        case .created(let document, let summary):
            update(document, in: &state) { $0 = summary }
        case .renamed(let document, let name): update(document, in: &state) { $0?.name = name }
        case .deleted(let document): update(document, in: &state) { $0 = nil }
        case .reached(let document, let revision, let time):
            update(document, in: &state) { summary in
                summary?.revision = revision
                summary?.time = time
            }
        case .grew(let document, let bytes):
            update(document, in: &state) { $0?.bytes += bytes }
        }
    }

    private static func update(
        _ document: Int64,
        in state: inout State,
        _ body: (inout DocumentSummary?) -> Void
    ) {
        let bucket = bucket(of: document)
        let before = state.buckets[bucket][document]
        body(&state.buckets[bucket][document])
        let after = state.buckets[bucket][document]
        let (former, present) = (Tally(before), Tally(after))
        guard former != present else { return }
        state.all.replace(former, by: present)
        // A document keeps its user.
        guard let user = (after ?? before)?.user, !user.isEmpty else { return }
        state.users[user, default: Tally()].replace(former, by: present)
        if state.users[user] == Tally() { state.users[user] = nil }
    }

    /// All documents, ascending by name as bytes.
    ///
    /// - Complexity: O(n log n) of the documents, of which the writer thread waits for O(1).
    func list() -> [DocumentSummary] {
        let buckets = state.withLock { $0.buckets }
        return buckets.flatMap(\.values).sorted { left, right in
            left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
        }
    }

    /// How much there is, of all and of a user.
    func usage(of user: String) -> (all: Tally, user: Tally) {
        state.withLock { ($0.all, $0.users[user] ?? Tally()) }
    }

    /// How much there is, of all, of a document and of the user who made it.
    func usage(of document: Int64) -> Usage {
        state.withLock { state in
            let summary = state.buckets[Self.bucket(of: document)][document]
            let user = summary.map(\.user) ?? ""
            return Usage(
                all: state.all,
                user: user.isEmpty ? nil : state.users[user] ?? Tally(),
                document: Tally(summary)
            )
        }
    }

    private static func bucket(of document: Int64) -> Int { Int(document & (bucketCount - 1)) }
}
