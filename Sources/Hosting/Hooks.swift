package import EmojiArt
package import Sync
package import Wire

/// The host's programs: rules that judge edits, and services that are asked and told.
package struct Hooks {
    /// The host's own rules about edits.
    package var rules: [any EditRule] = []
    /// The host's service that judges each edit before it is put in order.
    package var judge: (any EditJudge)?
    /// The host's service that gets events of documents.
    package var observer: (any DocumentObserver)?
}

/// Judges edits elsewhere: verdicts come later.
package protocol EditJudge: AnyObject {
    /// Asks about an edit; the completion gets the verdict, or nil when none came in time, on any
    /// thread.
    func ask(
        _ request: ClientMessage.Request,
        seq: Int,
        of guest: Guest,
        revision: Int,
        completion: @escaping @Sendable (EditVerdict?) -> Void
    )
}

/// Gets events of documents, on the loop; it must return quickly.
package protocol DocumentObserver: AnyObject {
    /// Gets an event of a document.
    func happened(_ event: DocumentEvent, to name: DocumentName, revision: Int)
    /// A member joined, so that the document is not empty any more.
    func joined(_ name: DocumentName)
}

/// An event of a document, for its host.
package enum DocumentEvent: String, Sendable {
    /// A member made it.
    case created
    /// It has edits that it had not.
    case changed
    /// Its last member left.
    case empty
}
