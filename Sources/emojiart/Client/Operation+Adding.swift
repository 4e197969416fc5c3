internal import EmojiArt

extension Operation {
    /// The operations that add emojis in their order: as many as it takes, for one of them holds
    /// `Limits.addedEmojisMax` at most.
    static func adding(_ emojis: [NewEmoji]) -> [Operation] {
        stride(from: 0, to: emojis.count, by: Limits.addedEmojisMax).map { start in
            .add(Array(emojis[start..<min(start + Limits.addedEmojisMax, emojis.count)]))
        }
    }
}
