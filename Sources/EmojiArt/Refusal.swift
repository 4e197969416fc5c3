/// Why a document refuses an operation that is well formed.
public enum Refusal: Error, Equatable, Sendable {
    /// An emoji would be added under a counter that its client has used already, or emojis of
    /// several clients would be added at once.
    case idTaken
    /// The document holds `Limits.emojisMax` emojis.
    case documentFull
    /// An emoji would be added outside the canvas's bounds.
    case outsideCanvas
    /// More than `Limits.itemsMax` emojis would get another z at once.
    case tooMany
}
