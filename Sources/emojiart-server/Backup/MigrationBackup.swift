internal import Foundation
internal import Logging
internal import Storage

/// The backup of a journal whose tables this program is about to change.
///
/// An older program cannot read the changed ones: the backup is the way back to it.
enum MigrationBackup {
    /// Makes it, if there is such a journal.
    ///
    /// - Parameters:
    ///   - directory: The data directory.
    ///   - folder: Where backups go; the data directory when there is none.
    ///   - log: Is told.
    /// - Throws: what reading or writing gives: then the tables are not changed.
    static func make(of directory: String, in folder: BackupFolder?, _ log: Logger) throws {
        guard let journal = try StoredJournal.outdated(in: directory) else { return }
        let stamp = UTC.stamp(Clock.milliseconds)
        let name = "before-upgrade-of-version-\(journal.version)-\(stamp).sqlite"
        let draft = try journal.backup(to: "\(folder?.path ?? directory)/\(name)")
        let report = try BackupReport(finishing: draft, isForced: true)
        log.notice("upgrading the journal", metadata: ["backup": "\(report.path)"])
        for problem in report.problems {
            log.error("journal damaged", metadata: ["what": "\(problem)"])
        }
    }
}
