internal import Foundation
package import SQLiteStore
internal import Store

/// A backup that was made, and what it holds.
package struct BackupReport: Codable, Sendable {
    let path: String
    let bytes: Int
    let documents: Int
    let edits: Int
    /// What is wrong with the journal that it is of; nothing when it is sound.
    let problems: [String]
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

/// A backup that an operator asked for; the same for the server that writes it and the command that
/// reads it.
///
/// The command comes back for it: a connection is not held for as long as a check takes.
package struct BackupStatus: Codable, Sendable {
    /// Where the backup goes.
    package let path: String
    /// What was made; absent until then.
    package var report: BackupReport?
    /// Why none was made; absent when all is well.
    package var problem: String?
    /// The status of HTTP that says how it went; 202 until then.
    package var status = 202

    init(path: String) { self.path = path }

    mutating func end(_ result: Result<BackupReport, any Error>) {
        switch result {
        case .success(let report):
            self.report = report
            status = 200
        case .failure(let error):
            problem = "\(error)"
            status =
                switch error {
                case StorageError.alreadyExists: 409
                case StorageError.backupUnderWay: 503
                default: 500
                }
        }
    }
}
