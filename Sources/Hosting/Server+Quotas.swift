internal import EmojiArt
internal import Logging
internal import Store
internal import Sync
internal import WebSockets
internal import Wire

// What documents and their users may take of the disk (CN24), and what stays free of it (CN25).
extension Server {
    /// Bytes that a document may take until the quotas are looked at again.
    private static let lookBytes: Int64 = 64 << 10

    /// Returns true if a document, or the user who made it, has no room for an edit, or for so many
    /// bytes of an image.
    ///
    /// A document counts from its first edit or picture on: that one is refused when there are
    /// enough.
    ///
    /// - Complexity: O(1); a lock is taken once for 64 KiB, or for each edit beyond the quota.
    func isBeyondQuota(_ document: OpenDocument, adding bytes: Int = 0) -> Bool {
        guard document.room <= bytes else { return false }
        let usage = journal.usage(of: document.id)
        var left = Int64(options.documentMebibytes) << 20 - usage.document.bytes
        if let user = usage.user {
            left = min(left, Int64(options.userMebibytes) << 20 - user.bytes)
        }
        if usage.document.documents == 0 {
            let isOneTooMany =
                usage.all.documents >= options.documents
                || usage.user?.documents ?? 0 >= options.documentsPerUser
            if isOneTooMany { left = 0 }
        }
        document.room = Int(min(left, Self.lookBytes))
        if document.isBeyondQuota != (left <= 0) {
            document.isBeyondQuota = left <= 0
            let name: Logger.Metadata = ["document": "\(document.name)"]
            log.notice(
                left <= 0 ? "quota reached: edits are refused" : "within quota again",
                metadata: name
            )
        }
        return left <= bytes
    }

    /// Returns true if edits of a document wait at its members.
    func takesNoEdits(_ document: OpenDocument) -> Bool { document.isFrozen || holds.isDiskLow }

    /// Less of the disk is free than is to stay so, or enough again.
    package func noteDisk(isLow: Bool) {
        holds.isDiskLow = isLow
        guard !isLow else { return }
        for document in documents.open where !document.isFrozen { sendBack(document) }
    }
}
