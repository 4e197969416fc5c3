/// What takes a document to another state in one edit: the result of a revert, and of its undo.
///
/// Only the server writes it.
public struct Replacement: Equatable, Sendable {
    /// Emojis that go.
    public var ids: [EmojiID]
    /// Emojis that come, or get these values.
    public var emojis: [Emoji]
    /// The new background; nil for the one that is there.
    public var background: Background?
    /// The new bounds, or none; nil for those that are there.
    public var canvas: Canvas??

    /// Makes a replacement.
    public init(
        ids: [EmojiID] = [],
        emojis: [Emoji] = [],
        background: Background? = nil,
        canvas: Canvas?? = nil
    ) {
        self.ids = ids
        self.emojis = emojis
        self.background = background
        self.canvas = canvas
    }

    /// Whether it names nothing.
    public var isEmpty: Bool {
        ids.isEmpty && emojis.isEmpty && background == nil && canvas == nil
    }
}

/// What a replacement changed.
public struct Replaced: Equatable, Sendable {
    /// Emojis that went, with the values they had.
    public var removed: [Emoji]
    /// Emojis that came.
    public var added: [Emoji]
    /// Emojis that got other values.
    public var changed: [Change]
    /// The background, if it changed.
    public var background: BackgroundChange?
    /// The bounds, if they changed.
    public var canvas: CanvasChange?

    /// A value before and after.
    public struct Changed<Value: Equatable & Sendable>: Equatable, Sendable {
        /// What it was.
        public let before: Value
        /// What it is.
        public let after: Value

        /// Makes a change.
        public init(before: Value, after: Value) {
            self.before = before
            self.after = after
        }
    }

    /// An emoji before and after.
    public typealias Change = Changed<Emoji>
    /// A background before and after.
    public typealias BackgroundChange = Changed<Background>
    /// Bounds before and after.
    public typealias CanvasChange = Changed<Canvas?>

    /// Makes what a replacement changed.
    public init(
        removed: [Emoji] = [],
        added: [Emoji] = [],
        changed: [Change] = [],
        background: BackgroundChange? = nil,
        canvas: CanvasChange? = nil
    ) {
        self.removed = removed
        self.added = added
        self.changed = changed
        self.background = background
        self.canvas = canvas
    }

    /// How many emojis it names: those that changed twice, as they were and as they are.
    var itemCount: Int {
        let bytes =
            (background?.before.byteCount ?? 0) + (background?.after.byteCount ?? 0)
        return removed.count + added.count + 2 * changed.count + 1 + bytes / Limits.undoItemBytes
    }
}
