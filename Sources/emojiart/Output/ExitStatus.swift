/// How a command ends when it did not do all that it was asked.
enum ExitStatus: Error {
    /// The command line, or a file that it names, is wrong.
    case usage(String)
    /// The server cannot be reached, or sends this client away for good.
    case noConnection(String)
    /// At least one edit was refused; the answers said which and why.
    case refused
    /// The time given by `--timeout` is over.
    case timeout(String)
    /// SIGINT or SIGTERM came.
    case interrupted

    var code: Int32 {
        switch self {
        case .usage: 2
        case .noConnection: 3
        case .refused: 4
        case .timeout: 5
        case .interrupted: 130
        }
    }

    /// What to tell a person on standard error.
    var text: String? {
        switch self {
        case .usage(let text), .noConnection(let text), .timeout(let text): text
        case .refused, .interrupted: nil
        }
    }
}
