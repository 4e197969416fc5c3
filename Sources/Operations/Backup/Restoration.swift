internal import EmojiArt
internal import Foundation
internal import Hosting
internal import SQLiteStore
internal import Store
internal import Transport

/// How far back a restore goes.
package enum RestorePoint: Equatable, Sendable {
    /// To the backup as it is.
    case end
    /// To a revision, of one document.
    case revision(Int)
    /// To a time, in milliseconds since 1970.
    case time(Int)

    /// Reads a revision or a time; nil when it is neither.
    package init?(_ text: String) {
        if let revision = Int(text), revision >= 0 {
            self = .revision(revision)
        } else if let time = UTC.milliseconds(text) {
            self = .time(time)
        } else {
            return nil
        }
    }
}

/// Puts a backup, or a document of it, in the place of what is there.
///
/// ```
/// backup ──► verify ──► draft: copy, cut back, new epochs ──► verify ──► old files kept aside
///                                                                          └──► draft in place
/// ```
///
/// Every document that is restored gets a new epoch: its clients then know that what they have seen
/// may be gone, get a snapshot, and send what was not answered (SY28).
package struct Restoration {
    let backup: String
    var directory: String
    /// The one document that is restored; nil for all.
    package var document: String?
    /// The end of the history that is restored.
    package var point = RestorePoint.end
    /// Whether a journal that is there may go.
    package var replaces = false
    var now = Clock.milliseconds

    /// Prepares to restore all documents of a backup's file into a data directory.
    package init(backup: String, directory: String) {
        (self.backup, self.directory) = (backup, directory)
    }

    /// Restores; gives what was done, a line each.
    ///
    /// - Throws: `BackupError` or `StorageError`; the directory then is as it was.
    package func run() throws -> [String] {
        let check = try JournalCheck(backup: backup)
        guard check.isSound else { throw BackupError.damaged(backup, check.allProblems) }
        let source = try StoredJournal(backup: backup)
        let place = try JournalPlace(directory: directory)
        let hadJournal = place.hasJournal
        guard !hadJournal || replaces || document != nil else {
            throw StorageError.hasJournal(directory: directory)
        }
        let all = try source.documents()
        let chosen = try document.map { [try Self.find($0, in: all)] } ?? all
        // One document joins the others of a journal that is there.
        let joins = document != nil && hadJournal
        let builder = try JournalBuilder(from: joins ? place.journal() : source, for: place)
        if !joins {
            for other in all where !chosen.contains(where: { $0.id == other.id }) {
                try builder.remove(other.id)
            }
        }
        var lines: [String] = []
        for one in chosen {
            let id = joins ? try builder.take(one, from: source) : one.id
            lines += try restore(one, as: id, from: source, in: builder)
        }
        try verify(builder)
        let folder = newFolder()
        try place.put(builder.draft, keepingOldIn: folder)
        if hadJournal { lines.append("the previous journal is kept in \(directory)/\(folder)") }
        return lines
    }

    /// A name for what was there: names tell the second, and have one each.
    private func newFolder() -> String {
        var time = now
        var name: String { "replaced-\(UTC.stamp(time))" }
        while FileManager.default.fileExists(atPath: directory + "/" + name) { time += 1_000 }
        return name
    }

    private static func find(
        _ name: String,
        in documents: [StoredJournal.Document]
    ) throws -> StoredJournal.Document {
        guard let found = documents.first(where: { $0.name == name }) else {
            throw BackupError.noDocument(name)
        }
        return found
    }

    private func restore(
        _ document: StoredJournal.Document,
        as id: Int64,
        from source: StoredJournal,
        in builder: JournalBuilder
    ) throws -> [String] {
        let last = Int(try source.lastRevision(of: document.id))
        let revision: Int
        switch point {
        case .end: revision = last
        case .revision(let wanted): revision = wanted
        case .time(let time):
            guard document.created <= time else {
                guard self.document == nil else { throw BackupError.madeLater(document.name) }
                try builder.remove(id)
                return ["\(document.name): left out, created later"]
            }
            revision = Int(try source.lastRevision(at: Int64(time), of: document.id))
        }
        guard revision <= last else { throw BackupError.noRevision(document.name, revision) }
        if revision < last {
            let state = try HistoryCheck.state(of: document, at: revision, in: source)
            // Before the first edit a document has no state.
            let stored = revision > 0 ? state.stored : nil
            try builder.cut(id, after: Int64(revision), state: stored)
        }
        try builder.renew(id, epoch: Chance.epoch())
        let cut = revision < last ? ", without the \(last - revision) edits after it" : ""
        return ["\(document.name): revision \(revision)\(cut)"]
    }

    private func verify(_ builder: JournalBuilder) throws {
        let journal = try StoredJournal(backup: builder.draft.path)
        guard let document else {
            let check = JournalCheck(journal)
            guard !check.isSound else { return }
            throw BackupError.damaged("the journal built from the backup", check.allProblems)
        }
        // Others of an old journal are as they were, sound or not.
        let one = try Self.find(document, in: try journal.documents())
        let problems = journal.damage() + HistoryCheck.check(one, of: journal).problems
        guard problems.isEmpty else {
            throw BackupError.damaged("the restored journal", problems)
        }
    }
}
