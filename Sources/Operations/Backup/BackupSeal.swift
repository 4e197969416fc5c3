internal import Cryptography
internal import Foundation
internal import SQLiteStore
internal import Store

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
