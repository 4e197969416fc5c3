internal import TestKit

/// Moments of a terminal as one animated SVG: no script, nothing from elsewhere.
///
/// What looks the same in several moments is drawn once, and shown in those; a viewer without
/// animations sees the first moment.
struct SVGPicture {
    private let title: String
    private let moments: [Moment]

    private static let momentSeconds = 2.0
    /// The size of a cell, twice as high as wide: so emojis are square.
    static let (cellWidth, cellHeight) = (10, 20)
    private static let (margin, bar, foot) = (12, 34, 36)
    /// An arrow.
    private static let pointer = "M0 0v15l3.6-3.4 2.3 5.4 2.6-1.1-2.3-5.3h5z"

    init(title: String, moments: [Moment]) {
        self.title = title
        self.moments = moments
    }

    /// The text of the file.
    var text: String {
        guard let screen = moments.first?.screen else { return "" }
        let width = screen.columns * Self.cellWidth + 2 * Self.margin
        let height = screen.rows * Self.cellHeight + Self.bar + Self.foot
        let parts = parts
        var showings: [[Int]] = []
        for part in parts where part.moments.count < moments.count {
            if !showings.contains(part.moments) { showings.append(part.moments) }
        }
        var lines = [
            #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(width) \#(height)" "#
                + #"width="\#(width)" height="\#(height)" role="img">"#,
            "<title>\(SVGRow.escaped(title))</title>",
        ]
        lines += style(showings) + frame(width: width, height: height)
        lines.append(#"<g transform="translate(\#(Self.margin) \#(Self.bar))">"#)
        for part in parts {
            let showing = showings.firstIndex(of: part.moments).map { #" class="m\#($0)""# } ?? ""
            lines.append(
                #"<g\#(showing) transform="translate(\#(part.x) \#(part.y))">\#(part.look)</g>"#
            )
        }
        return (lines + ["</g>", "</svg>", ""]).joined(separator: "\n")
    }

    /// Something that looks the same in some of the moments.
    private struct Part {
        let x: Int
        let y: Int
        let look: String
        var moments: [Int]
    }

    /// All rows, captions and pointers, each look of them once; what is on top comes last.
    private var parts: [Part] {
        var parts: [Part] = []
        func add(_ look: String, x: Int = 0, y: Int, at moment: Int) {
            guard !look.isEmpty else { return }
            let known = parts.firstIndex { $0.x == x && $0.y == y && $0.look == look }
            if let known {
                parts[known].moments.append(moment)
            } else {
                parts.append(Part(x: x, y: y, look: look, moments: [moment]))
            }
        }
        for (index, moment) in moments.enumerated() {
            let rows = moment.screen.rows
            for row in 0..<rows {
                add(SVGRow(of: moment.screen, row).text, y: row * Self.cellHeight, at: index)
            }
            let caption = SVGRow.escaped(moment.caption)
            let middle = moment.screen.columns * Self.cellWidth / 2
            let end = rows * Self.cellHeight
            add(#"<text class="caption" y="23">\#(caption)</text>"#, x: middle, y: end, at: index)
        }
        for (index, moment) in moments.enumerated() {
            guard let (column, row) = moment.pointer else { continue }
            // In the middle of the cell.
            let x = column * Self.cellWidth + Self.cellWidth / 2
            let y = row * Self.cellHeight + Self.cellHeight / 2
            add(#"<path class="pointer" d="\#(Self.pointer)"/>"#, x: x, y: y, at: index)
        }
        return parts
    }

    /// The window around the terminal.
    private func frame(width: Int, height: Int) -> [String] {
        let buttons = ["#ff5f57", "#febc2e", "#28c840"].enumerated().map { index, colour in
            #"<circle cx="\#(20 + index * 20)" cy="17" r="6" fill="\#(colour)"/>"#
        }
        return [
            #"<rect x=".5" y=".5" width="\#(width - 1)" height="\#(height - 1)" rx="10" "#
                + #"fill="\#(SVGRow.paper)" class="window"/>"#,
            buttons.joined(),
            #"<text x="\#(width / 2)" y="22" text-anchor="middle" class="title">"#
                + "\(SVGRow.escaped(title))</text>",
        ]
    }

    private func style(_ showings: [[Int]]) -> [String] {
        let mono = #"ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace"#
        let emoji = #""Noto Color Emoji","Apple Color Emoji","Segoe UI Emoji",sans-serif"#
        var lines = [
            "<style>", "text{font:16px \(mono);fill:\(SVGRow.ink)}",
            ".window{stroke:#3c4046}", ".title{font-size:13px;fill:#9aa0a6}",
            ".caption{font:15px system-ui,sans-serif;text-anchor:middle}",
            ".pointer{fill:#fff;stroke:#000}", ".b{font-weight:bold}", ".d{opacity:.6}",
            ".e{font:16px \(emoji);text-anchor:middle}",
        ]
        let seconds = Self.momentSeconds * Double(moments.count)
        for (number, showing) in showings.enumerated() {
            let isFirst = showing.first == 0
            lines.append(
                ".m\(number){visibility:\(isFirst ? "visible" : "hidden");"
                    + "animation:m\(number) \(seconds)s step-end infinite}"
            )
            lines.append("@keyframes m\(number){\(keyframes(showing))}")
        }
        // Whoever wants nothing to move sees the first moment.
        lines.append("@media(prefers-reduced-motion:reduce){g{animation:none!important}}")
        return lines + ["</style>"]
    }

    /// A stop for each change between shown and hidden.
    private func keyframes(_ showing: [Int]) -> String {
        var stops = ""
        var wasShown: Bool?
        for index in moments.indices {
            let isShown = showing.contains(index)
            guard isShown != wasShown else { continue }
            wasShown = isShown
            let percent = Double(index * 10_000 / moments.count) / 100
            stops += "\(percent)%{visibility:\(isShown ? "visible" : "hidden")}"
        }
        return stops
    }
}
