import TestKit
import Testing

@testable import Terminal

/// Random frames, sizes and terminals: what is shown never depends on what was shown before.
struct PainterFuzzTests {
    /// Terminals that can do all but scale, that scale too, that report no cursor, that only scale.
    private static let terminals: [Capabilities] = [
        .complete, .complete.with { $0.scalesText = true },
        .complete.with { $0.reportsCursor = false },
        Capabilities(colours: .sixteen).with { $0.scalesText = true },
    ]

    @Test(arguments: WidthModel.allCases, terminals.indices)
    func `TW1 TW2 TW5 a window shows the frame whatever it showed before`(
        _ model: WidthModel,
        _ terminal: Int
    ) {
        let first = UInt64(100 * terminal)
        for seed in first..<first + 20 { run(seed, model, Self.terminals[terminal]) }
    }

    @Test func `nothing but ASCII is written where nothing else may be`() {
        let capabilities = Capabilities(colours: .palette256, isASCII: true)
        for seed in UInt64(400)..<420 {
            var scene = RandomScene(seed: seed)
            var stage = PaintStage(columns: 20, rows: 5, .narrow, capabilities)
            var frame = Grid(stage.size)
            scene.draw(&frame, count: 20)
            #expect(stage.show(frame).allSatisfy { $0 < 0x80 })
        }
    }

    private func run(_ seed: UInt64, _ model: WidthModel, _ capabilities: Capabilities) {
        var scene = RandomScene(seed: seed)
        let size = scene.size()
        var stage = PaintStage(columns: size.columns, rows: size.rows, model, capabilities)
        var frame = Grid(size)
        for step in 0..<8 {
            let note = "seed \(seed), step \(step), \(model)"
            if scene.chance.chance(oneIn: 6) {
                let size = scene.size()
                stage.resize(columns: size.columns, rows: size.rows)
                frame = Grid(size)
                // One of the same size is known to the painter by nothing else.
                stage.painter.invalidate()
            }
            if scene.chance.chance(oneIn: 4) { frame.clear() }
            scene.draw(&frame, count: scene.number(0..<14))
            stage.show(frame)
            #expect(stage.painter.paint(frame).isEmpty, "\(note)")
            #expect(stage.terminal.unknown.isEmpty, "\(note)")
            #expect(stage.terminal.modes.contains(7), "\(note)")
            expectPlaced(frame, stage, note)
            expectFresh(frame, stage, note)
        }
    }

    /// A new terminal, with the widths known, and a painter that knows none, show the same.
    private func expectFresh(_ frame: Grid, _ stage: PaintStage, _ note: String) {
        var known = stage
        known.resize(columns: stage.terminal.columns, rows: stage.terminal.rows)
        known.painter.invalidate()
        known.terminal.feed(known.painter.paint(frame))
        #expect(known.terminal.takeAnswers().isEmpty, "\(note)")
        expectEqual(stage, known, "\(note), widths known")
        // Where widths cannot be asked for, a new painter knows less.
        guard stage.terminal.columns >= 8, stage.terminal.rows > 1 else { return }
        var new = known
        new.resize(columns: stage.terminal.columns, rows: stage.terminal.rows)
        new.painter = Painter(stage.painter.capabilities)
        new.show(frame)
        expectEqual(stage, new, "\(note), all new")
    }

    private func expectEqual(_ stage: PaintStage, _ other: PaintStage, _ note: String) {
        for row in 0..<stage.terminal.rows {
            for column in 0..<stage.terminal.columns {
                let (cell, wanted) = (
                    stage.terminal.cell(column, row), other.terminal.cell(column, row)
                )
                guard cell != wanted else { continue }
                Issue.record("\(note), \(column), \(row): \(cell) is not \(wanted)")
            }
        }
    }

    /// Text of one cell a glyph stands where the frame has it.
    private func expectPlaced(_ frame: Grid, _ stage: PaintStage, _ note: String) {
        for row in 0..<frame.size.rows {
            for column in 0..<frame.size.columns {
                let cell = frame.cells[row * frame.size.columns + column]
                let isText = cell.part == Cell.whole && cell.glyph & Cell.tableFlag == 0
                let shown = stage.terminal.cell(column, row)
                guard isText, shown.rows == 1, shown.text != frame[column, row].text,
                    !isBesideScaled(stage, column, row)
                else { continue }
                Issue.record("\(note), \(column), \(row): \(shown)")
            }
        }
    }

    /// Whether a scaled glyph is left or right of a cell: it may half cover what was there.
    private func isBesideScaled(_ stage: PaintStage, _ column: Int, _ row: Int) -> Bool {
        [column - 1, column + 1].contains { column in
            (0..<stage.terminal.columns).contains(column)
                && stage.terminal.cell(column, row).rows > 1
        }
    }
}
