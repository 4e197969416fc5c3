internal import TestKit

/// A row of a terminal as SVG, its upper left corner at the origin.
///
/// Every glyph is put at its cell, so that columns stay straight in whatever font there is; lines
/// of boxes and the pointers are drawn, since fonts leave gaps between them.
struct SVGRow {
    /// The colours of a terminal that were not chosen.
    static let (ink, paper) = ("#e8eaed", "#16181c")

    /// The elements; empty for an empty row.
    private(set) var text = ""

    private static let (width, height) = (SVGPicture.cellWidth, SVGPicture.cellHeight)
    private static let baseline = 15
    /// Single lines from the middle of a cell to its edges, and the pointer.
    private static let lines: [String: String] = [
        "─": "M0 10h10", "│": "M5 0v20", "┌": "M5 20v-10h5", "┐": "M5 20v-10h-5",
        "└": "M5 0v10h5", "┘": "M5 0v10h-5", "◤": "M1 1h8l-8 12z",
    ]

    init(of terminal: VirtualTerminal, _ row: Int) {
        let cells = (0..<terminal.columns).map { terminal.cell($0, row) }
        drawBackgrounds(cells)
        var start = 0
        while start < cells.count {
            let style = cells[start].style
            let end = cells[start...].firstIndex { $0.style != style } ?? cells.count
            draw(cells[start..<end], style)
            start = end
        }
    }

    private mutating func drawBackgrounds(_ cells: [VirtualTerminal.Cell]) {
        var start = 0
        while start < cells.count {
            let colour = Self.background(cells[start].style)
            let end =
                cells[start...].firstIndex { Self.background($0.style) != colour } ?? cells.count
            if colour != Self.paper {
                text +=
                    #"<rect x="\#(start * Self.width)" width="\#((end - start) * Self.width)" "#
                    + #"height="\#(Self.height)" fill="\#(colour)"/>"#
            }
            start = end
        }
    }

    /// Draws cells of one style.
    private mutating func draw(
        _ cells: ArraySlice<VirtualTerminal.Cell>,
        _ style: VirtualTerminal.Style
    ) {
        var (glyphs, places, path) = ("", [String](), "")
        let colour = Self.foreground(style)
        for (column, cell) in zip(cells.indices, cells) {
            let x = column * Self.width
            if let line = Self.lines[cell.text] {
                let fill = line.hasSuffix("z") ? #" fill="\#(colour)""# : ""
                path += #"<path d="\#(line)"\#(fill) transform="translate(\#(x))"/>"#
            } else if cell.columns > 1, cell.columnInGlyph == 0 {
                let (middle, dim) = (x + Self.width, style.isDim ? " d" : "")
                text +=
                    #"<text class="e\#(dim)" x="\#(middle)" y="\#(Self.baseline + 1)">"#
                    + "\(cell.text)</text>"
            } else if cell.text != " ", !cell.text.isEmpty {
                glyphs += cell.text
                places.append("\(x)")
            }
        }
        if !path.isEmpty { text += #"<g stroke="\#(colour)" fill="none">\#(path)</g>"# }
        if style.isUnderlined {
            let (x, width) = (cells.startIndex * Self.width, cells.count * Self.width)
            text += #"<rect x="\#(x)" y="18" width="\#(width)" height="1.5" fill="\#(colour)"/>"#
        }
        guard !glyphs.isEmpty else { return }
        let names = [style.isBold ? "b" : "", style.isDim ? "d" : ""].filter { !$0.isEmpty }
        let kind = names.isEmpty ? "" : #" class="\#(names.joined(separator: " "))""#
        let fill = colour == Self.ink ? "" : #" style="fill:\#(colour)""#
        text +=
            #"<text\#(kind)\#(fill) y="\#(Self.baseline)" x="\#(places.joined(separator: " "))">"#
            + "\(Self.escaped(glyphs))</text>"
    }

    private static func foreground(_ style: VirtualTerminal.Style) -> String {
        style.isReversed ? colour(style.background, paper) : colour(style.foreground, ink)
    }

    private static func background(_ style: VirtualTerminal.Style) -> String {
        style.isReversed ? colour(style.foreground, ink) : colour(style.background, paper)
    }

    /// A colour as SVG has it; those of a palette do not occur with all colours.
    private static func colour(_ colour: VirtualTerminal.Colour, _ standard: String) -> String {
        if case .direct = colour { "\(colour)" } else { standard }
    }

    /// A text in which nothing is markup.
    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }
}
