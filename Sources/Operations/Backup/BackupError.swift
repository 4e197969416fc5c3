/// Why a backup cannot be made or used: the cause, and in `description` the next step.
package enum BackupError: OperatorError {
    case damaged(String, [String])
    /// The file is no backup, or not the whole of one.
    case notABackup(path: String)
    case noDocument(String)
    /// The document was made after the time to which it should be restored.
    case madeLater(String)
    case noRevision(String, Int)

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
        }
    }

    /// EX_DATAERR, or EX_USAGE for what the backup never had.
    var exitCode: Int32 {
        switch self {
        case .damaged, .notABackup: 65
        case .noDocument, .madeLater, .noRevision: 64
        }
    }
}
