/// What an edit does to a document.
///
/// Clients ask for the first group; only the server writes the second, as the result of an undo or
/// a redo, or of a revert. `Document.apply` is total over all of them.
public enum Operation: Equatable, Sendable {
    /// Adds emojis, each on top of all that came before it.
    case add([NewEmoji])
    /// Moves emojis together by (dx, dy) canvas units.
    case move(ids: [EmojiID], dx: Int, dy: Int)
    /// Multiplies the size of emojis.
    ///
    /// Positions stay.
    case scale(ids: [EmojiID], factor: ScaleFactor)
    case delete(ids: [EmojiID])
    /// Changes the drawing order.
    case arrange(ids: [EmojiID], to: Arrangement)
    case background(Background)
    /// Sets or takes away the bounds of the canvas.
    case canvas(Canvas?)

    /// Brings deleted emojis back under the same ids with the values they had.
    case restore([Emoji])
    case resize([Assignment])
    case restack([Assignment])
    /// Takes emojis away, brings and sets others, and sets what is behind them: the result of a
    /// revert to an earlier revision.
    case replace(Replacement)
    /// Does nothing: all that the edit named is gone.
    ///
    /// The edit keeps its place in the order.
    case none

    /// A new value, size or z, for one emoji.
    public struct Assignment: Equatable, Sendable {
        /// The emoji.
        public let id: EmojiID
        /// Its new size or z.
        public let value: Whole

        /// Makes an assignment.
        public init(id: EmojiID, value: Whole) {
            self.id = id
            self.value = value
        }
    }

    /// Where `arrange` puts emojis in the drawing order.
    ///
    /// Their own order is kept.
    public enum Arrangement: String, CaseIterable, Sendable {
        /// Above all others.
        case front
        /// Below all others.
        case back
        /// One step up.
        case forward
        /// One step down.
        case backward
    }

    /// The emojis that it takes away, as far as they are there.
    public var deletedIDs: [EmojiID] {
        switch self {
        case .delete(let ids): ids
        case .replace(let replacement): replacement.ids
        case .add, .move, .scale, .arrange, .background, .canvas, .restore, .resize, .restack,
            .none:
            []
        }
    }

    /// The operation's name in the protocol.
    public var name: String {
        switch self {
        case .add: "add"
        case .move: "move"
        case .scale: "scale"
        case .delete: "delete"
        case .arrange: "arrange"
        case .background: "background"
        case .canvas: "canvas"
        case .restore: "restore"
        case .resize: "resize"
        case .restack: "restack"
        case .replace: "replace"
        case .none: "none"
        }
    }
}
