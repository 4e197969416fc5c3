import Synchronization

/// The list of documents, in memory, so that reading it does not delay commits.
///
/// The writer thread notes each change after its commit; any thread reads.
final class DocumentIndex: Sendable {
    /// What became of a document's place in the list.
    enum Change {
        case created(document: Int64, DocumentSummary)
        case renamed(document: Int64, to: String)
        case deleted(document: Int64)
        /// It has edits up to the revision; a state without the edits before it has no time.
        case reached(document: Int64, revision: Int64, time: Int64?)
    }

    /// Documents are in as many dictionaries: one that is being read is copied by the next change,
    /// and is small.
    private static let bucketCount: Int64 = 1_024

    private let buckets = Mutex(
        [[Int64: DocumentSummary]](repeating: [:], count: Int(bucketCount))
    )

    /// Notes what is durable now.
    func apply(_ changes: some Sequence<Change>) {
        buckets.withLock { buckets in
            for change in changes {
                switch change {
                case .created(let document, let summary):
                    buckets[Self.bucket(of: document)][document] = summary
                case .renamed(let document, let name):
                    buckets[Self.bucket(of: document)][document]?.name = name
                case .deleted(let document):
                    buckets[Self.bucket(of: document)][document] = nil
                case .reached(let document, let revision, let time):
                    buckets[Self.bucket(of: document)][document]?.revision = revision
                    guard let time else { continue }
                    buckets[Self.bucket(of: document)][document]?.time = time
                }
            }
        }
    }

    /// All documents, ascending by name as bytes.
    ///
    /// - Complexity: O(n log n) of the documents, of which the writer thread waits for O(1).
    func list() -> [DocumentSummary] {
        let buckets = buckets.withLock { $0 }
        return buckets.flatMap(\.values).sorted { left, right in
            left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
        }
    }

    private static func bucket(of document: Int64) -> Int { Int(document & (bucketCount - 1)) }
}
