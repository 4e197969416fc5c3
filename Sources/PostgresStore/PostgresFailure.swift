internal import Store

/// Why a connection could not do what was asked.
struct PostgresFailure: Error {
    /// The five characters of the error (appendix A of PostgreSQL's manual); empty when the server
    /// said nothing.
    let state: String
    /// The server's words, or libpq's; without line breaks.
    let message: String

    /// True when the server, its machine or the network failed, and not the statement.
    var isOutage: Bool { StorageError.isOutage(state) }
}

extension StorageError {
    /// True when PostgreSQL, its machine or the network failed, or could lose what it commits.
    ///
    /// The transaction may be committed or not.
    var isOutage: Bool {
        switch self {
        case .postgres(let state, _, _): Self.isOutage(state)
        case .postgresNotDurable: true
        default: false
        }
    }

    fileprivate static func isOutage(_ state: String) -> Bool {
        // Connections; too few resources; an operator's hand; the system; a read-only standby.
        state.isEmpty || ["08", "53", "57", "58"].contains(state.prefix(2)) || state == "25006"
    }

    /// True when another transaction has changed what this one wanted to: nothing of this one is
    /// committed, and it may run again.
    var isOvertaken: Bool {
        if case .postgres(let state, _, _) = self {
            state == "22012" || state.hasPrefix("40")
        } else {
            false
        }
    }
}
