public import EmojiArt

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
        public var isEmpty: Bool { self == Patch() }

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
