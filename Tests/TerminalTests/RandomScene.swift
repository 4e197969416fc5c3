import TestKit

@testable import Terminal

/// Random drawings, with all that is known to be drawn in different widths.
struct RandomScene {
    var chance: SplitMix64

    static let emojis = [
        "🙂", "⌚", "⚽️", "👩‍🚀", "🐻‍❄️", "🏳️‍🌈", "👍🏽", "👨‍👩‍👧‍👦", "❤️", "☺️", "☀️", "1️⃣", "🇫🇷", "\u{1FAE9}",
        "🏎", "🕊", "☀", "👩🏻‍🤝‍👨🏿", "🐶", "🌈",
    ]
    private static let texts = [
        "hello", "┌──┐", "a│b", "漢字", "e\u{301}tude", "x🙂y", "...", "●", "한글", "\u{7}\t", " ",
        "ﬀ", "مرحبا", "→→", "👍🏽!", "Ａ",
    ]

    init(seed: UInt64) { chance = SplitMix64(seed: seed) }

    mutating func number(_ range: Range<Int>) -> Int { .random(in: range, using: &chance) }

    mutating func size() -> GridSize {
        let isSmall = chance.chance(oneIn: 4)
        return GridSize(columns: number(1..<(isSmall ? 10 : 40)), rows: number(1..<12))
    }

    private mutating func style() -> Style {
        let colours = [Paint.standard, Paint(rgb: 0xff0000), Paint(rgb: 0x336699)]
        return Style(
            colours.randomElement(using: &chance) ?? .standard,
            on: colours.randomElement(using: &chance) ?? .standard,
            Style.Attributes(rawValue: chance.chance(oneIn: 2) ? 0 : UInt8(number(0..<16)))
        )
    }

    mutating func draw(_ frame: inout Grid, count: Int) {
        for _ in 0..<count {
            let column = number(-3..<(frame.size.columns + 2))
            let row = number(-1..<(frame.size.rows + 1))
            let style = style()
            switch number(0..<10) {
            case 0:
                let (columns, rows) = (number(0..<6), number(0..<4))
                let box = CellBox(column: column, row: row, columns: columns, rows: rows)
                frame.fill(box, style: style)
            case 1:
                let box = CellBox(column: column, row: row, columns: number(0..<9), rows: 2)
                frame.restyle(box) {
                    $0.attributes.formSymmetricDifference(.reverse)
                }
            case 2...4:
                let text = Self.texts.randomElement(using: &chance) ?? ""
                frame.write(text, column: column, row: row, style: style)
            default:
                let text = Self.emojis.randomElement(using: &chance) ?? ""
                let scale = chance.chance(oneIn: 3) ? number(1..<4) : 1
                frame.emoji(text, column: column, row: row, style: style, scale: scale)
            }
        }
    }
}
