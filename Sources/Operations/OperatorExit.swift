package import ArgumentParser
internal import Foundation
internal import Store
internal import Transport

protocol OperatorError: Error, CustomStringConvertible {
    /// A code of sysexits.h, so that a supervisor can tell what trying again would help with.
    var exitCode: Int32 { get }
}

/// The end of a command that could not do what its operator asked for.
package enum OperatorExit {
    /// Writes the cause and the next step to standard error; gives the exit code, to be thrown.
    package static func tell(_ text: String, _ code: Int32) -> ExitCode {
        try? FileHandle.standardError.write(contentsOf: Data("emojiart-server: \(text)\n".utf8))
        return ExitCode(code)
    }

    /// Runs a command; an error that ends the program is told.
    package static func ifFailing<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as any OperatorError {
            throw tell("\(error)", error.exitCode)
        }
    }
}

extension StorageError: OperatorError {
    var exitCode: Int32 {
        switch self {
        case .inUse, .backupUnderWay, .storeInUse, .elsewhere, .takenOver: 75  // EX_TEMPFAIL
        case .cannotOpen, .noJournal: 66  // EX_NOINPUT
        case .notWritable: 77  // EX_NOPERM
        case .notADatabase, .corrupt, .incomplete: 65  // EX_DATAERR
        case .rescued, .needsUpdate, .schemaTooOld, .schemaTooNew: 65  // EX_DATAERR
        case .durabilityNotGiven, .libraryTooOld: 78  // EX_CONFIG
        case .serverTooOld, .postgresNotDurable, .nodeInUse: 78
        case .postgres: 69  // EX_UNAVAILABLE
        case .sqlite, .diskFailed, .replaced, .commitsLost: 70  // EX_SOFTWARE
        case .hasJournal, .hasDocuments, .alreadyExists: 73  // EX_CANTCREAT
        case .backupFailed: 74  // EX_IOERR
        }
    }
}

extension WebSocketError: OperatorError {
    var exitCode: Int32 {
        switch self {
        case .addressInUse, .socketInUse: 75  // EX_TEMPFAIL
        case .addressUnusable, .socketUnusable, .invalidURL, .identityUnusable: 78  // EX_CONFIG
        case .loopFailed: 71  // EX_OSERR
        }
    }

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
