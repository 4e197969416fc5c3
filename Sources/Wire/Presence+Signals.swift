public import EmojiArt

extension Presence {
    /// What a member tells besides where it points and what it selects; see PR17 to PR23.
    public struct Signals: Equatable, Sendable {
        /// What of the canvas the member sees; nil when it tells nobody.
        public var view: View?
        /// Whether somebody is there.
        public var activity = Activity.active
        /// What the member says beside its cursor, never empty; nil for nothing.
        public var chat: String?
        /// What the member feels just now.
        public var reaction: EmojiText?
        /// Whether the cursor leaves a trail that fades.
        public var hasLaser = false

        /// Makes the signals of a member that has just joined.
        public init() {}

        /// Equality; of the chat's bytes.
        public static func == (left: Signals, right: Signals) -> Bool {
            left.view == right.view && left.activity == right.activity
                && left.chat.hasBytes(of: right.chat) && left.reaction == right.reaction
                && left.hasLaser == right.hasLaser
        }

        /// Takes in what changed.
        public mutating func apply(_ patch: Patch) {
            if let view = patch.view { self.view = view }
            if let activity = patch.activity { self.activity = activity }
            if let chat = patch.chat { self.chat = chat }
            if let reaction = patch.reaction { self.reaction = reaction }
            if let hasLaser = patch.hasLaser { self.hasLaser = hasLaser }
        }

        /// The patch that makes earlier signals these.
        public func changes(since earlier: Signals) -> Patch {
            var patch = Patch()
            if view != earlier.view { patch.view = .some(view) }
            if activity != earlier.activity { patch.activity = activity }
            if !chat.hasBytes(of: earlier.chat) { patch.chat = .some(chat) }
            if reaction != earlier.reaction { patch.reaction = .some(reaction) }
            if hasLaser != earlier.hasLaser { patch.hasLaser = hasLaser }
            return patch
        }
    }

    /// A part of the canvas, as a member's window shows it.
    public struct View: Equatable, Sendable {
        /// Its middle.
        public let middle: Cursor
        /// Its width in canvas units, 1 to `Limits.viewSideMax`.
        public let width: Int
        /// Its height in canvas units, 1 to `Limits.viewSideMax`.
        public let height: Int

        /// Makes a view.
        public init(middle: Cursor, width: Int, height: Int) {
            self.middle = middle
            self.width = width
            self.height = height
        }
    }

    /// Whether somebody is at a member's keys.
    public enum Activity: String, CaseIterable, Sendable {
        /// Somebody is.
        case active
        /// There was no input for some seconds.
        case idle
        /// There was none for long.
        case away
    }
}

extension Presence.Signals {
    /// What changed in signals.
    public struct Patch: Equatable, Sendable {
        /// The new view; nil when it is the same.
        public var view: Presence.View??
        /// The new activity; nil when it is the same.
        public var activity: Presence.Activity?
        /// The new chat; nil when it is the same.
        public var chat: String??
        /// The new reaction; nil when it is the same.
        public var reaction: EmojiText??
        /// Whether there is a laser now; nil when it is the same.
        public var hasLaser: Bool?

        /// Makes a patch.
        public init(
            view: Presence.View?? = nil,
            activity: Presence.Activity? = nil,
            chat: String?? = nil,
            reaction: EmojiText?? = nil,
            hasLaser: Bool? = nil
        ) {
            self.view = view
            self.activity = activity
            self.chat = chat
            self.reaction = reaction
            self.hasLaser = hasLaser
        }

        /// Whether nothing changed.
        public var isEmpty: Bool {
            view == nil && activity == nil && chat == nil && reaction == nil && hasLaser == nil
        }

        /// Takes in what changed later.
        public mutating func merge(_ later: Patch) {
            if let view = later.view { self.view = view }
            if let activity = later.activity { self.activity = activity }
            if let chat = later.chat { self.chat = chat }
            if let reaction = later.reaction { self.reaction = reaction }
            if let hasLaser = later.hasLaser { self.hasLaser = hasLaser }
        }
    }
}
