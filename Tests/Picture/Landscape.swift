/// What is on the canvas when the picture begins: a text whose every emoji is an emoji there.
///
/// Emojis are those that every terminal draws two cells wide.
enum Landscape {
    /// The rows of an 80 by 24 window that show the canvas.
    private static let rows = [
        "",
        "                                   ⛅                 🐦",
        "      🌞                                             🐦    🦅",
        "                      ⛅                                                ⛅",
        "          ⛅",
        "  ⛅                                   🗻                  ⛅",
        "                                      🗻🗻            🎈              🎈",
        "                                     🗻🗻🗻",
        "    🌲    🌲      🌲        🌲   🌲  🌲    🌲   🌲   🌲     🌳         🌳",
        "  🌲 🌲 🌲  🌲 🌲   🌲🌲  🌲  🌲  🌲  🌲  🌲  🌲   🌲  🌳   🌳   🏰  🌳  🌳",
        " 🌲🌲🌲 🌲 🌲  🌲  🌲  🌲  🌲  🌲   🌲  🌲  🌲   🌲 🌳 🌳  🌳   🌳  🌳  🌳🌳",
        "",
        "      🏡    🏠    🌳  🏡  🏠     ⛪   🌳    🏠  🏡   🌳     🏡   🏠  🌳   🏡",
        "                                                                      🌳",
        "",
        "      🚕          🚌                 🚙               🚲              🚗",
        "",
        "  🌻🌻🌻 🌷   🐄       🐑  🐑 🐑    🌷🌻 🌻🌷       🐎      🐇     🐖  🌻🌻",
        " 🌻🌻 🌷  🌷      🐄                🌻🌷  🌷           🐎       🐓   🌻🌻 🌻",
        "🌊🌊🌊🌊🌊🌊🌊🌊🌊🌊🦆🌊🌊🌊🌊🌊🌊🌊🌊⛵🌊🌊🌊🌊🌊🌊🌊🌊🌊🦆🌊🌊🌊🌊🌊🌊🌊🌊🌊🌊",
    ]

    /// Canvas units of a column and of a row at 100 %.
    private static let (columnUnits, rowUnits) = (20, 40)

    /// One operation that adds all of it, as a line for `emojiart edit --json`.
    static var operation: String {
        var emojis: [String] = []
        for (row, line) in rows.enumerated() {
            var column = 0
            for character in line {
                guard character != " " else {
                    column += 1
                    continue
                }
                // The middle of the window is the origin, and y points up.
                let x = (column + 1 - 40) * columnUnits
                let y = (10 - row) * rowUnits - rowUnits / 2
                emojis.append(#"{"text":"\#(character)","x":\#(x),"y":\#(y),"size":40}"#)
                column += 2
            }
        }
        return #"{"type":"add","emojis":[\#(emojis.joined(separator: ","))]}"#
    }
}
