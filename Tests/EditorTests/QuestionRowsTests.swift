import Terminal
import Testing

@testable import emojiart

/// Rows of questions to the terminal, and which of them its answers are for.
struct QuestionRowsTests {
    private static let row: [Report] = [
        .mode(2_026, state: 2), .cursor(column: 1, row: 1), .attributes,
    ]

    /// Whose the answers to one row are.
    private static func owners(_ rows: inout QuestionRows) -> [QuestionRows.Owner] {
        row.map { rows.take($0) }
    }

    private static func ask(_ rows: inout QuestionRows, now: UInt64 = 0) -> Bool {
        rows.ask(now: now)
    }

    /// Asks a row, and writes it.
    private static func send(_ rows: inout QuestionRows) {
        #expect(ask(&rows))
        rows.goesOut()
        rows.isWritten(asWhole: true)
    }

    @Test func `TW3 a row's answers are the row's, and later ones are nobody's`() {
        var rows = QuestionRows()
        Self.send(&rows)
        #expect(Self.owners(&rows) == [.latest, .latest, .latest])
        #expect(Self.owners(&rows) == [.none, .none, .none])
    }

    @Test func `TW3 a row that goes out while another is unanswered has the second answers`() {
        var rows = QuestionRows()
        for _ in 0..<2 { Self.send(&rows) }
        #expect(Self.owners(&rows) == [.older, .older, .older])
        #expect(Self.owners(&rows) == [.latest, .latest, .latest])
    }

    @Test func `TW3 asked twice before anything goes out, one row goes out`() {
        var rows = QuestionRows()
        #expect(Self.ask(&rows))
        #expect(!Self.ask(&rows))
        rows.goesOut()
        #expect(Self.owners(&rows) == [.latest, .latest, .latest])
    }

    @Test func `TW3 TC10 a row that was given up on its way is not answered`() {
        var rows = QuestionRows()
        #expect(Self.ask(&rows))
        rows.goesOut()
        // The terminal is taken over once more, as after SIGCONT.
        #expect(Self.ask(&rows))
        rows.isWritten(asWhole: false)
        rows.goesOut()
        rows.isWritten(asWhole: true)
        #expect(Self.owners(&rows) == [.latest, .latest, .latest])
    }

    @Test func `TW3 answers that come late are not taken for those to another question`() {
        var rows = QuestionRows()
        Self.send(&rows)
        rows.giveUp(now: 700)
        #expect(Self.ask(&rows, now: 800))
        #expect(Self.owners(&rows) == [.older, .older, .older])
        rows.goesOut()
        #expect(Self.owners(&rows) == [.latest, .latest, .latest])
    }

    @Test(arguments: [false, true])
    func `TW3 answers that somebody else got are not waited for`(isStopped: Bool) {
        var rows = QuestionRows()
        #expect(Self.ask(&rows))
        rows.goesOut()
        if isStopped { rows.wereLost() } else { rows.giveUp(now: 700) }
        rows.isWritten(asWhole: true)
        #expect(Self.ask(&rows, now: 701 + QuestionRows.lateMilliseconds))
        rows.goesOut()
        #expect(Self.owners(&rows) == [.latest, .latest, .latest])
    }

    @Test func `TW3 TC10 answers are awaited until the last has come, or for a while`() {
        var rows = QuestionRows()
        #expect(!rows.areAwaited(now: 0))
        #expect(Self.ask(&rows))
        // Nobody answers what did not go out.
        #expect(!rows.areAwaited(now: 0))
        rows.goesOut()
        #expect(rows.areAwaited(now: 9_000))
        rows.giveUp(now: 700)
        #expect(rows.areAwaited(now: 700 + QuestionRows.lateMilliseconds - 1))
        #expect(!rows.areAwaited(now: 700 + QuestionRows.lateMilliseconds))
        #expect(Self.owners(&rows) == [.latest, .latest, .latest])
        #expect(!rows.areAwaited(now: 701))
    }
}
