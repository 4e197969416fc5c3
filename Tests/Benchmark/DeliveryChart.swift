internal import Foundation

/// A drawing of what one delivery takes, beside programs that only send, or sync and send.
///
/// Bars are multiples of what the program takes that only sends: those can be compared between
/// machines.
struct DeliveryChart {
    /// A scenario, what the programs take in it, and what the server takes, in microseconds.
    var rows: [(name: String, floor: Floor.Cost, server: Double)] = []

    private static let width = 800
    private static let barX = 370
    private static let barsWidth = 300.0
    private static let headHeight = 68
    private static let rowHeight = 44
    private static let barHeight = 9

    /// The drawing, for light and for dark pages.
    var svg: String {
        let height = Self.headHeight + rows.count * Self.rowHeight
        let most = rows.map { max($0.server, $0.floor.synced) / $0.floor.sent }.max() ?? 1
        var lines = [
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.width)" height="\(height)" \
            viewBox="0 0 \(Self.width) \(height)" font-family="sans-serif" font-size="12">
            <title>Processor time of one delivery</title>
            <style>
            text { fill: #1f2328 } .sent { fill: #afb8c1 } .synced { fill: #7a8590 }
            .server { fill: #0969da }
            @media (prefers-color-scheme: dark) {
            text { fill: #d1d7e0 } .sent { fill: #4a525c } .synced { fill: #7a8590 }
            .server { fill: #4493f8 } }
            </style>
            """
        ]
        lines.append(
            #"<text x="10" y="18" font-weight="bold">Processor time of one delivery: bars are "#
                + "multiples of what a program takes that only sends</text>"
        )
        let legend = [
            ("sent", "a program that sends"), ("synced", "one that syncs and sends"),
            ("server", "this server"),
        ]
        for (place, (kind, text)) in legend.enumerated() {
            let x = 10 + place * 200
            lines.append(#"<rect class="\#(kind)" x="\#(x)" y="34" width="12" height="12"/>"#)
            lines.append(#"<text x="\#(x + 18)" y="45">\#(text)</text>"#)
        }
        for (place, row) in rows.enumerated() {
            let top = Self.headHeight + place * Self.rowHeight
            lines.append(#"<text x="10" y="\#(top + 20)">\#(row.name)</text>"#)
            let bars = [
                ("sent", row.floor.sent), ("synced", row.floor.synced), ("server", row.server),
            ]
            for (number, (kind, microseconds)) in bars.enumerated() {
                let times = microseconds / row.floor.sent
                let length = String(format: "%.1f", times / most * Self.barsWidth)
                let y = top + number * (Self.barHeight + 2)
                lines.append(
                    #"<rect class="\#(kind)" x="\#(Self.barX)" y="\#(y)" width="\#(length)" "#
                        + #"height="\#(Self.barHeight)"/>"#
                )
                guard kind == "server" else { continue }
                let end = String(format: "%.1f", Double(Self.barX) + times / most * Self.barsWidth)
                let figure = String(format: "%.1f µs, %.1f ×", microseconds, times)
                lines.append(#"<text x="\#(end)" dx="6" y="\#(y + 9)">\#(figure)</text>"#)
            }
        }
        lines.append("</svg>\n")
        return lines.joined(separator: "\n")
    }
}
