internal import Storage
internal import WebSockets

// Exit codes of sysexits.h, so that a supervisor can tell what trying again would help with.
extension StorageError {
    var exitCode: Int32 {
        switch self {
        case .inUse, .backupUnderWay: 75  // EX_TEMPFAIL
        case .cannotOpen, .noJournal: 66  // EX_NOINPUT
        case .notWritable: 77  // EX_NOPERM
        case .notADatabase, .corrupt, .schemaTooNew: 65  // EX_DATAERR
        case .durabilityNotGiven, .libraryTooOld: 78  // EX_CONFIG
        case .sqlite, .diskFailed: 70  // EX_SOFTWARE
        case .hasJournal, .alreadyExists: 73  // EX_CANTCREAT
        case .backupFailed: 74  // EX_IOERR
        }
    }
}

extension WebSocketError {
    var exitCode: Int32 {
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
            "\(host):\(port) is in use. Stop the other program, or listen on another port."
        case .addressUnusable(let host, let port, let reason):
            "Cannot listen on \(host):\(port): \(reason). Choose an address of this machine."
        case .socketInUse(let path):
            "A server listens on \(path). Stop it, or choose another --admin-socket."
        case .socketUnusable(let path, let reason):
            "Cannot listen on \(path): \(reason). Choose another --admin-socket, or '' for none."
        case .loopFailed(let part, let reason):
            "The \(part) cannot be made: \(reason)."
        case .identityUnusable(let file, let reason):
            "\(file) cannot be used for TLS: \(reason). "
                + "Name PEM files: the certificate with those behind it, and its key."
        case .invalidURL(let reason): "Not a WebSocket URL: \(reason)."
        }
    }
}
