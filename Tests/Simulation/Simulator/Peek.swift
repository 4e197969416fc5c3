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
            numbers: [client ?? 0, counter, unasked?.since ?? -1, unasked?.client ?? 0],
            marks: pendingEdits.map(\.mark),
            undecided: undecidedEdits.map(\.mark),
            requests: pendingEdits.map(\.request),
            names: [undoName, redoName]
        )
    }

    /// What `peekWhole` gives.
    struct Whole: Equatable {
        let confirmed: Document
        let position: Position?
        let numbers: [Int]
        let marks: [UInt64]
        let undecided: [UInt64]
        let requests: [ClientMessage.Request]
        let names: [String?]

        /// What is different; nil for nothing.
        func difference(from other: Whole) -> String? {
            if confirmed != other.confirmed { return "another confirmed state" }
            if position != other.position { return "another position" }
            if marks != other.marks { return "\(marks) pending, not \(other.marks)" }
            if undecided != other.undecided { return "other edits that nobody knows of" }
            if requests != other.requests { return "\(requests), not \(other.requests)" }
            if names != other.names { return "\(names) to undo and redo, not \(other.names)" }
            return numbers == other.numbers ? nil : "numbers \(numbers), not \(other.numbers)"
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
