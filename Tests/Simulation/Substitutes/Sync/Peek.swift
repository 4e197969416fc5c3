package import Wire

// What only the simulation may see.
extension Replica {
    /// Pending edits up to this seq are in the confirmed state already.
    package var peekConfirmedSeq: Int { confirmedSeq }
}

extension DocumentSession {
    /// The state, durable or not.
    package var peekState: StoredState { state }

    /// How each client's last edits were answered.
    package var peekAnswers: [Int: AnswerWindow] { clients }

    /// What each member that was let in shares.
    package var peekPresence: [Int: Presence] {
        members.filter { $0.value.stage == .live }.mapValues(\.presence)
    }

    /// How many edits are kept for members that resume.
    package var peekKeptCount: Int { kept.count }
}
