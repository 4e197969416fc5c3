package import EmojiArt
public import Wire

/// An own edit that the server has not answered yet.
public struct PendingEdit: Equatable, Sendable {
    /// Its seq.
    ///
    /// Given when the edit is made; if there is no connection then, it is final with the next
    /// welcome, before the edit is sent.
    public internal(set) var seq: Int
    /// The caller's own number for it.
    public let ref: Int
    /// What it asks for.
    ///
    /// Never changed once it was sent under its seq.
    public internal(set) var request: ClientMessage.Request

    /// The emojis that it adds.
    package var added: [NewEmoji] {
        if case .operation(.add(let emojis)) = request { emojis } else { [] }
    }
}
