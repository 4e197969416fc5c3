public import EmojiArt

/// What a member shares live: never stored, forgotten when the member leaves.
public struct Presence: Equatable, Sendable {
    /// The emojis that the member has selected, ascending, each once.
    public var selection: [EmojiID] = []
    /// Where the member points; nil when nowhere on the canvas.
    public var cursor: Cursor?
    /// The drag or pinch in flight, if there is one.
    public var gesture: Gesture?
    /// The signals; none while all are as at first.
    ///
    /// Most presence is a cursor that moves, copied for each member: signals would more than double
    /// its 64 bytes, of which an array takes eight.
    private var boxedSignals: [Signals] = []

    /// What the member tells besides.
    public var signals: Signals {
        get { boxedSignals.first ?? Signals() }
        set { boxedSignals = newValue == Signals() ? [] : [newValue] }
    }

    /// Makes the presence of a member that has just joined.
    public init() {}

    /// A place on the canvas.
    public struct Cursor: Equatable, Sendable {
        /// Distance to the right of the canvas's centre, in canvas units.
        public let x: Int
        /// Distance above the canvas's centre, in canvas units.
        public let y: Int

        /// Makes a cursor.
        public init(x: Int, y: Int) {
            self.x = x
            self.y = y
        }
    }

    /// A drag or pinch in flight: what the edit at its end will do, so far.
    public enum Gesture: Equatable, Sendable {
        /// A drag by (dx, dy).
        case move(ids: [EmojiID], dx: Int, dy: Int)
        /// A pinch by a factor.
        case scale(ids: [EmojiID], factor: ScaleFactor)

        /// The gesture that shows what an operation does; nil for one that no gesture ends in.
        package init?(_ operation: Operation) {
            switch operation {
            case .move(let ids, let dx, let dy): self = .move(ids: ids, dx: dx, dy: dy)
            case .scale(let ids, let factor): self = .scale(ids: ids, factor: factor)
            default: return nil
            }
        }

        /// The operation that does what it has come to.
        package var result: Operation {
            switch self {
            case .move(let ids, let dx, let dy): .move(ids: ids, dx: dx, dy: dy)
            case .scale(let ids, let factor): .scale(ids: ids, factor: factor)
            }
        }

        /// The emojis that it is about.
        package var ids: [EmojiID] {
            switch self {
            case .move(let ids, _, _), .scale(let ids, _): ids
            }
        }
    }

    /// What changed in a presence.
    public struct Patch: Equatable, Sendable {
        /// The new selection; nil when it is the same.
        public var selection: [EmojiID]?
        /// The new cursor; nil when it is the same.
        public var cursor: Cursor??
        /// The new gesture; nil when it is the same.
        public var gesture: Gesture??
        private var boxedSignals: [Signals.Patch] = []

        /// The new signals.
        public var signals: Signals.Patch {
            get { boxedSignals.first ?? Signals.Patch() }
            set { boxedSignals = newValue.isEmpty ? [] : [newValue] }
        }

        /// Makes a patch.
        public init(
            selection: [EmojiID]? = nil,
            cursor: Cursor?? = nil,
            gesture: Gesture?? = nil,
            signals: Signals.Patch = Signals.Patch()
        ) {
            self.selection = selection
            self.cursor = cursor
            self.gesture = gesture
            self.signals = signals
        }

        /// The patch that makes what a newcomer knows of a presence whole.
        public init(full presence: Presence) {
            selection = presence.selection
            cursor = .some(presence.cursor)
            gesture = .some(presence.gesture)
            signals = presence.signals.changes(since: Signals())
        }

        /// Whether nothing changed.
        public var isEmpty: Bool {
            selection == nil && cursor == nil && gesture == nil && boxedSignals.isEmpty
        }

        var hasSignals: Bool { !boxedSignals.isEmpty }
    }

    /// Takes in what changed.
    public mutating func apply(_ patch: Patch) {
        if let selection = patch.selection { self.selection = selection }
        if let cursor = patch.cursor { self.cursor = cursor }
        if let gesture = patch.gesture { self.gesture = gesture }
        if patch.hasSignals { signals.apply(patch.signals) }
    }

    /// Removes emojis that were deleted from the selection; whether there were any.
    public mutating func prune(_ deleted: Set<EmojiID>) -> Bool {
        guard selection.contains(where: deleted.contains) else { return false }
        selection.removeAll(where: deleted.contains)
        return true
    }
}
