internal import Cryptography
internal import Foundation
package import SQLiteStore
internal import Store

/// A backup that was made, and what it holds.
package struct BackupReport: Codable, Sendable {
    let path: String
    let bytes: Int
    let documents: Int
    let edits: Int
    var expired = 0

    /// Checks a draft, seals it and gives it its name.
    ///
    /// Takes as long as its edits took: not to be done on the loop or on the journal's thread.
    ///
    /// - Throws: `BackupError.damaged` when what was copied is not sound, which says that the
    ///   journal is not; or `StorageError`.
    package init(finishing draft: BackupDraft) throws {
        let check = JournalCheck(try StoredJournal(backup: draft.path))
        guard check.isSound else {
            throw BackupError.damaged("the journal", check.allProblems)
        }
        try BackupSeal.close(draft)
        let attributes = try FileManager.default.attributesOfItem(atPath: draft.path)
        try draft.publish()
        path = draft.target
        bytes = attributes[.size] as? Int ?? 0
        documents = check.documents
        edits = check.edits
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

/// Why a backup cannot be made or used: the cause, and in `description` the next step.
package enum BackupError: OperatorError {
    case damaged(String, [String])
    /// The file is no backup, or not the whole of one.
    case notABackup(path: String)
    case noDocument(String)
    /// The document was made after the time to which it should be restored.
    case madeLater(String)
    case noRevision(String, Int)
    /// What was given as a store is none.
    case noStore

    /// The cause, and the next step.
    package var description: String {
        switch self {
        case .damaged(let what, let problems):
            "\(what) is damaged: \(problems.joined(separator: "; ")); "
                + "use another backup, and check it with `emojiart-server verify`"
        case .notABackup(let path):
            "\(path) is not a complete backup: make one with `emojiart-server backup`; "
                + "to verify a stopped server, give its data directory"
        case .noDocument(let name):
            "there is no document '\(name)' in the backup: `emojiart-server verify` lists them"
        case .madeLater(let name):
            "'\(name)' was created after that time: choose a later one"
        case .noRevision(let name, let revision):
            "the backup lacks revision \(revision) of '\(name)', or edits that lead to it: "
                + "`emojiart-server verify` shows the last revision"
        case .noStore:
            "--store takes an address that begins with postgresql://; for SQLite, give --data"
        }
    }

    /// EX_DATAERR, or EX_USAGE for what the backup never had.
    var exitCode: Int32 {
        switch self {
        case .damaged, .notABackup: 65
        case .noDocument, .madeLater, .noRevision, .noStore: 64
        }
    }
}

/// The last line of a backup: the SHA-256 of all bytes before it.
///
/// The chains of a journal cover what was edited, but not, say, when a document was made, or the
/// space between rows. The seal covers every byte, and tells a backup from a file that was copied
/// by other means, perhaps while it was written. SQLite reads as many pages as the file's header
/// says, and does not mind what follows.
struct BackupSeal {
    /// What the seal tells; nothing when each byte is as it was.
    let problems: [String]

    private static let head = Array("emojiart-backup sha256 ".utf8)
    private static let bytes = head.count + 64 + 1
    private static let chunkBytes = 1 << 20

    /// Compares a file with its seal.
    ///
    /// - Throws: `BackupError.notABackup` for a file without one, or what reading it gives.
    /// - Complexity: O(bytes).
    init(of path: String) throws {
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw StorageError.cannotOpen(path: path, reason: "the file is missing or unreadable")
        }
        defer { try? file.close() }
        let size = Int(try file.seekToEnd())
        guard size > Self.bytes else { throw BackupError.notABackup(path: path) }
        try file.seek(toOffset: UInt64(size - Self.bytes))
        let line = [UInt8](try file.read(upToCount: Self.bytes) ?? Data())
        guard line.count == Self.bytes, line.starts(with: Self.head), line.last == 0x0A else {
            throw BackupError.notABackup(path: path)
        }
        let digest = try Self.digest(of: file, size - Self.bytes)
        let isSame = Array(digest.utf8)[...] == line.dropFirst(Self.head.count).dropLast()
        problems = isSame ? [] : ["the file was changed after the backup was made"]
    }

    static func close(_ draft: BackupDraft) throws {
        let file = try FileHandle(forReadingFrom: URL(filePath: draft.path))
        defer { try? file.close() }
        let digest = try digest(of: file, Int(try file.seekToEnd()))
        try draft.append(head + Array(digest.utf8) + [0x0A])
    }

    private static func digest(of file: FileHandle, _ size: Int) throws -> String {
        let digest = StreamDigest()
        try file.seek(toOffset: 0)
        var left = size
        while left > 0 {
            let piece = [UInt8](try file.read(upToCount: min(chunkBytes, left)) ?? Data())
            guard !piece.isEmpty else { break }
            digest.add(piece)
            left -= piece.count
        }
        return digest.finish()
    }
}
