/// What is needed to undo one applied operation, whatever happened since.
///
/// The rare, large cases are boxed. Otherwise every step of a history would be as large as these.
public enum UndoStep: Equatable, Sendable {
    case added([EmojiID])
    /// Emojis were moved by (dx, dy).
    case moved([EmojiID], dx: Int, dy: Int)
    /// Sizes were changed, each by about the factor.
    case resized([Change], factor: ScaleFactor)
    /// Emojis were deleted; these are the values they had.
    case deleted([Emoji])
    case restacked([Change])
    indirect case background(before: Background, after: Background)
    indirect case canvas(before: Canvas?, after: Canvas?)
    /// The document was taken back to an earlier state.
    indirect case replaced(Replaced)

    /// A value, size or z, of one emoji before and after.
    public struct Change: Equatable, Sendable {
        /// The emoji.
        public let id: EmojiID
        /// The value before the operation.
        public let before: Whole
        /// The value after it.
        public let after: Whole

        /// Makes a change.
        public init(id: EmojiID, before: Whole, after: Whole) {
            self.id = id
            self.before = before
            self.after = after
        }
    }

    /// How many emojis the step names: its cost in memory.
    ///
    /// Backgrounds count as the emojis that would take as many bytes.
    public var itemCount: Int {
        switch self {
        case .added(let ids), .moved(let ids, _, _): ids.count
        case .resized(let changes, _), .restacked(let changes): changes.count
        case .deleted(let emojis): emojis.count
        case .background(let before, let after):
            1 + (before.byteCount + after.byteCount) / Limits.undoItemBytes
        case .canvas: 1
        case .replaced(let replaced): replaced.itemCount
        }
    }
}

extension Background {
    var byteCount: Int {
        if case .url(let url) = self { url.string.utf8.count } else { 0 }
    }
}

extension Document {
    /// Builds the operation that undoes a step *now*: it takes back the step's own effect and
    /// leaves alone what others did since.
    ///
    /// - An add becomes a delete; a delete brings the emojis back as they were.
    /// - A move becomes the opposite move, so what others moved since stays moved.
    /// - A size goes back if it is still the step's; else it is divided by the factor.
    /// - A z, the background and the bounds go back only if they are still the step's.
    /// - Of a replacement, each value goes back if it is still the step's.
    ///
    /// Emojis that are gone, or are back already, are left out. Nothing left gives `.none`.
    ///
    /// - Complexity: O(emojis that the step names).
    public func inverse(of step: UndoStep) -> Operation {
        switch step {
        case .added(let ids): .delete(ids: ids)
        case .moved(let ids, let dx, let dy): .move(ids: ids, dx: -dx, dy: -dy)
        case .resized(let changes, let factor):
            .resize(
                changes.compactMap { change in
                    emojis[change.id].map { emoji in
                        Operation.Assignment(
                            id: change.id,
                            value: Whole(emoji.size) == change.after
                                ? change.before : Whole(factor.inverse.scale(emoji.size))
                        )
                    }
                }
            )
        case .deleted(let deleted): .restore(deleted)
        case .restacked(let changes):
            .restack(
                changes.compactMap { change in
                    emojis[change.id]?.z == change.after
                        ? Operation.Assignment(id: change.id, value: change.before) : nil
                }
            )
        case .background(let before, let after): background == after ? .background(before) : .none
        case .canvas(let before, let after): canvas == after ? .canvas(before) : .none
        case .replaced(let replaced): inverse(of: replaced)
        }
    }
}
