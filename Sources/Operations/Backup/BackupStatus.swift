internal import Store

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

    /// A backup that has begun.
    init(path: String) { self.path = path }

    /// Notes what became of it.
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
