import EmojiArt
import Wire

@testable import Sync

// What only the simulation may see.
extension Replica {
    /// What is shown, made anew from the confirmed state and the pending edits.
    var peekView: Document {
        mutating get {
            overlay = nil
            return view
        }
    }

    /// All that a restarted replica has to have in common with the one that was killed.
    var peekWhole: Whole {
        Whole(
            confirmed: confirmed,
            position: position,
            numbers: [client ?? 0, counter, lastSeq, confirmedSeq, settledCount],
            pending: pendingEdits.map { .init(seq: $0.seq, request: $0.request) },
            names: [undoName, redoName]
        )
    }

    /// What `peekWhole` gives.
    struct Whole: Equatable {
        let confirmed: Document
        let position: Position?
        let numbers: [Int]
        let pending: [Edit]
        let names: [String?]

        /// What is different; nil for nothing.
        func difference(from other: Whole) -> String? {
            if confirmed != other.confirmed { return "another confirmed state" }
            if position != other.position { return "another position" }
            if pending.count != other.pending.count { return "\(pending.count) pending edits" }
            for (own, its) in zip(pending, other.pending) where own != its {
                return "\(own) in place of \(its)"
            }
            if names != other.names { return "\(names) to undo and redo, not \(other.names)" }
            return numbers == other.numbers ? nil : "numbers \(numbers), not \(other.numbers)"
        }

        struct Edit: Equatable {
            let seq: Int
            let request: ClientMessage.Request
        }
    }
}

extension DocumentSession {
    /// Each member that was let in, and what it shares.
    var peekMembers: [Int: Replica.RemoteMember] {
        presence.attendees.filter { presence.isListening($0.key) }.mapValues { member in
            Replica.RemoteMember(identity: member.identity, presence: member.presence)
        }
    }
}
