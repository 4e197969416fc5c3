import Testing

@testable import Terminal

/// A painter with the terminal that it paints, whose answers it is given.
struct PaintStage {
    var painter: Painter
    var terminal: VirtualTerminal
    let model: WidthModel

    init(
        columns: Int = 40,
        rows: Int = 6,
        _ model: WidthModel = .right,
        _ capabilities: Capabilities = .complete
    ) {
        painter = Painter(capabilities)
        self.model = model
        terminal = VirtualTerminal(columns: columns, rows: rows, width: model.width)
    }

    var size: GridSize { GridSize(columns: terminal.columns, rows: terminal.rows) }

    /// The window has another size, and shows nothing that is known.
    mutating func resize(columns: Int, rows: Int) {
        terminal = VirtualTerminal(columns: columns, rows: rows, width: model.width)
    }

    /// Paints until nothing more is asked and drawn otherwise; all bytes that were written.
    @discardableResult
    mutating func show(_ frame: Grid) -> [UInt8] {
        var written: [UInt8] = []
        for _ in 0..<1_000 {
            let bytes = painter.paint(frame)
            terminal.feed(bytes)
            written += bytes
            guard answer() else { return written }
        }
        Issue.record("The painter does not come to rest.")
        return written
    }

    /// Gives the painter what the terminal answered; whether it wants to paint again.
    mutating func answer() -> Bool {
        var isChanged = false
        let text = String(decoding: terminal.takeAnswers(), as: UTF8.self)
        for report in text.matches(of: /\[(\d+);(\d+)R/) {
            guard let row = Int(report.1), let column = Int(report.2) else { continue }
            if painter.receive(.cursor(column: column - 1, row: row - 1)) { isChanged = true }
        }
        return isChanged
    }

    var text: [String] {
        (0..<terminal.rows).map { row in
            let text = terminal.row(row)
            return String(text.reversed().drop { $0 == " " }.reversed())
        }
    }
}

extension Capabilities {
    /// A terminal that answers, with all colours.
    static let complete = {
        var capabilities = Capabilities(colours: .truecolour)
        capabilities.reportsCursor = true
        capabilities.synchronizes = true
        return capabilities
    }()

    func with(_ change: (inout Capabilities) -> Void) -> Capabilities {
        var capabilities = self
        change(&capabilities)
        return capabilities
    }
}
