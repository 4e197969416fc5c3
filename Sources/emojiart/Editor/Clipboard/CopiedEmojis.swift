internal import EmojiArt

/// What goes to the clipboard for selected emojis.
struct CopiedEmojis: Equatable, Sendable {
    /// A file of 2023: keeps positions and sizes, and `PastedContent` reads it.
    let file: [UInt8]
    /// The emojis alone, a line for each row of them, for other programs.
    let text: String

    /// Takes emojis in any order; of two with the same id the first counts.
    init(_ emojis: some Sequence<Emoji>) {
        var seen: Set<EmojiID> = []
        let emojis = emojis.filter { seen.insert($0.id).inserted }
        file = EmojiArtFile.write(
            Document(
                emojis: emojis,
                background: .blank,
                canvas: nil,
                stackTop: emojis.map(\.z).max() ?? 0,
                stackBottom: emojis.map(\.z).min() ?? 0
            )
        )
        text = ReadingOrder.rows(of: emojis).map { $0.map(\.text).text }.joined(separator: "\n")
    }
}
