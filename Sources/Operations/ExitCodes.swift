internal import Store
internal import Transport
internal import WebSockets

// Exit codes of sysexits.h, so that a supervisor can tell what trying again would help with.
extension StorageError {
    /// The exit code of a program that cannot go on.
    package var exitCode: Int32 {
        switch self {
        case .inUse, .backupUnderWay: 75  // EX_TEMPFAIL
        case .cannotOpen, .noJournal: 66  // EX_NOINPUT
        case .notWritable: 77  // EX_NOPERM
        case .notADatabase, .corrupt, .schemaTooOld, .schemaTooNew: 65  // EX_DATAERR
        case .durabilityNotGiven, .libraryTooOld: 78  // EX_CONFIG
        case .sqlite, .diskFailed, .replaced: 70  // EX_SOFTWARE
        case .hasJournal, .alreadyExists: 73  // EX_CANTCREAT
        case .backupFailed: 74  // EX_IOERR
        }
    }
}

extension WebSocketError {
    /// The exit code of a program that cannot go on.
    package var exitCode: Int32 {
        switch self {
        case .addressInUse, .socketInUse: 75  // EX_TEMPFAIL
        case .addressUnusable, .socketUnusable, .invalidURL, .identityUnusable: 78  // EX_CONFIG
        case .loopFailed: 71  // EX_OSERR
        }
    }
}

extension WebSocketError: CustomStringConvertible {
    /// The cause, and what to do next.
    package var description: String {
        switch self {
        case .addressInUse(let host, let port):
            "\(host):\(port) is in use: stop the other program, or listen on another port"
        case .addressUnusable(let host, let port, let reason):
            "cannot listen on \(host):\(port): \(reason); choose an address of this machine"
        case .socketInUse(let path):
            "another server listens on \(path): stop it, or choose another --admin-socket"
        case .socketUnusable(let path, let reason):
            "cannot listen on \(path): \(reason); choose another --admin-socket, or '' for none"
        case .loopFailed(let part, let reason):
            "cannot create the \(part): \(reason)"
        case .identityUnusable(let file, let reason):
            "cannot use \(file) for TLS: \(reason); give PEM files: "
                + "the certificate with the intermediate ones, and its key"
        case .invalidURL(let reason): "not a WebSocket URL: \(reason)"
        }
    }
}
