internal import Foundation
package import SQLiteStore

/// A backup that was made, and what it holds.
package struct BackupReport: Codable, Sendable {
    let path: String
    let bytes: Int
    let documents: Int
    let edits: Int
    /// What is wrong with the journal that it is of; nothing when it is sound.
    let problems: [String]
    /// Backups that went once this one was there.
    var expired = 0

    /// Checks a draft, seals it and gives it its name.
    ///
    /// Takes as long as its edits took: not to be done on the loop or on the journal's thread.
    ///
    /// - Parameters:
    ///   - draft: The draft.
    ///   - isForced: Whether also a journal that is not sound is kept.
    /// - Throws: `BackupError.damaged` when what was copied is not sound, which says that the
    ///   journal is not; or `StorageError`.
    package init(finishing draft: BackupDraft, isForced: Bool = false) throws {
        let check = JournalCheck(try StoredJournal(backup: draft.path))
        guard check.isSound || isForced else {
            throw BackupError.damaged("the journal", check.allProblems)
        }
        try BackupSeal.close(draft)
        let attributes = try FileManager.default.attributesOfItem(atPath: draft.path)
        try draft.publish()
        path = draft.target
        bytes = attributes[.size] as? Int ?? 0
        documents = check.documents
        edits = check.edits
        problems = check.allProblems
    }

    /// One line for an operator.
    package var text: String {
        "\(path): \(bytes) bytes, \(documents) documents, \(edits) edits, verified"
    }
}
