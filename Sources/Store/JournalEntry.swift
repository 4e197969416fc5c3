/// One thing to make durable.
///
/// Integers and bytes only: what they mean is the caller's business.
package enum JournalEntry: Sendable {
    /// An accepted edit, whose revision must be the document's last plus one.
    case edit(document: Int64, StoredEdit)
    /// A refused edit, whose seq is used up for good.
    case refusal(document: Int64, client: Int64, seq: Int64, mark: UInt64, code: String)
    /// An enrolment: the client with this 16-byte key has this number in the document.
    case client(document: Int64, number: Int64, key: [UInt8])
    /// The state at a revision.
    ///
    /// It replaces a snapshot of the same revision. The edits that it holds are in the log.
    case snapshot(document: Int64, StoredSnapshot)
    /// An image of a document.
    ///
    /// It is then the document's newest, also if it was there before. When the images take more
    /// than `imagesBytesMax`, the oldest go, but for the newest and the one whose digest is `kept`.
    case image(document: Int64, image: StoredImage, kept: String?)

    /// The document that it is of.
    package var document: Int64 {
        switch self {
        case .edit(let document, _), .refusal(let document, _, _, _, _),
            .client(let document, _, _),
            .snapshot(let document, _), .image(let document, _, _):
            document
        }
    }

    /// Memory the entry holds while it waits, roughly: its payload and 64 bytes around it.
    package var byteCount: Int {
        switch self {
        case .edit(_, let edit): 64 + edit.body.count
        case .snapshot(_, let state): 64 + state.body.count
        case .refusal(_, _, _, _, let code): 64 + code.utf8.count
        case .client(_, _, let key): 64 + key.count
        case .image(_, let image, _): 64 + image.body.count
        }
    }
}
