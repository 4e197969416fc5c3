import EmojiArt
import TestKit
import Testing

struct HistoryTests {
    private static func entry(_ revision: Int, items: Int = 1) -> History.Entry {
        let ids = (0..<items).map { EmojiID(client: 1, counter: $0 + 1) }
        return History.Entry(
            revision: revision,
            name: "move",
            step: .moved(ids, dx: revision, dy: 0)
        )
    }

    private static func background(_ revision: Int, bytes: Int) throws -> History.Entry {
        let text = "http://" + String(repeating: "a", count: bytes - 7)
        let url = Background.url(try #require(BackgroundURL(text)))
        return History.Entry(
            revision: revision,
            name: "background",
            step: .background(before: url, after: url)
        )
    }

    private static func undoable(_ history: History, _ client: Int) -> [Int] {
        history.clients[client]?.undo.map(\.revision) ?? []
    }

    @Test func `UN11 the oldest steps go beyond the limit of steps`() {
        var history = History()
        for revision in 1...Limits.undoStepsMax + 5 { history.record(Self.entry(revision), of: 1) }
        #expect(Self.undoable(history, 1) == Array(6...Limits.undoStepsMax + 5))
    }

    @Test func `UN11 the oldest steps go beyond the limit of emojis, the latest never`() {
        var history = History()
        history.record(Self.entry(1, items: 6_000), of: 1)
        history.record(Self.entry(2, items: 4_000), of: 1)
        #expect(Self.undoable(history, 1) == [1, 2])
        history.record(Self.entry(3, items: 1), of: 1)
        #expect(Self.undoable(history, 1) == [2, 3])
        history.record(Self.entry(4, items: Limits.undoItemsMax + 1), of: 1)
        #expect(Self.undoable(history, 1) == [4])
    }

    @Test func `UN14 the URLs of backgrounds count as emojis that take as many bytes`() throws {
        var history = History()
        for revision in 1...Limits.undoStepsMax {
            history.record(try Self.background(revision, bytes: Limits.backgroundBytesMax), of: 1)
        }
        let most = Limits.undoItemsMax * Limits.undoItemBytes / (2 * Limits.backgroundBytesMax)
        #expect(Self.undoable(history, 1).count == most)
        for revision in 101...200 {
            history.record(try Self.background(revision, bytes: 100), of: 1)
        }
        #expect(Self.undoable(history, 1) == Array(101...200))
    }

    @Test func `UN14 RV1 a revert's backgrounds count as those of a background step`() throws {
        let step = try #require(Self.background(1, bytes: 6_400).step as UndoStep?)
        guard case .background(let before, let after) = step else {
            Issue.record("It is a background step.")
            return
        }
        let change = Replaced.BackgroundChange(before: before, after: after)
        let revert = UndoStep.replaced(Replaced(background: change))
        #expect(revert.itemCount == step.itemCount && step.itemCount >= 50)
    }

    @Test func `UN12 beyond the document's limit the stillest client loses its steps`() {
        var history = History()
        let clients = Limits.undoItemsPerDocumentMax / Limits.undoItemsMax
        for client in 1...clients {
            history.record(Self.entry(client, items: Limits.undoItemsMax), of: client)
        }
        #expect(history.clients.count == clients)
        history.walk(
            .undo,
            leaving: Self.entry(1, items: Limits.undoItemsMax).step,
            of: 1,
            at: 50
        )
        history.record(Self.entry(51), of: 99)
        #expect(Self.undoable(history, 2).isEmpty)
        #expect(history.clients[1]?.redo.map(\.revision) == [1])
        #expect(history.clients.count == clients)
    }

    @Test func `a history from a snapshot goes on as the one it was taken from`() {
        var history = History()
        var random = SplitMix64(seed: 5)
        for revision in 1...2_000 {
            let client = Int.random(in: 1...20, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                history.walk(.undo, leaving: Self.entry(revision).step, of: client, at: revision)
            case 1:
                history.walk(.redo, leaving: Self.entry(revision).step, of: client, at: revision)
            default:
                let items = Int.random(in: 1...4_000, using: &random)
                history.record(Self.entry(revision, items: items), of: client)
            }
            if revision.isMultiple(of: 100) {
                let restored = History(
                    clients: history.clients.mapValues {
                        History.Stacks(undo: $0.undo, redo: $0.redo, touched: $0.touched)
                    }
                )
                #expect(restored == history)
                history = restored
            }
            let items = history.clients.values.flatMap { $0.undo + $0.redo }
                .reduce(0) { $0 + $1.step.itemCount }
            #expect(items <= Limits.undoItemsPerDocumentMax)
        }
    }

    @Test func `UN5 UN9 a redo of a scale multiplies again after others' edits`() throws {
        var document = Fixture.document(Fixture.new("1.1", size: 40))
        let ids = Fixture.ids("1.1")
        var history = History()
        let scale = Operation.scale(ids: ids, factor: Fixture.factor(2_000_000))
        let step = try #require(document.apply(scale).step)
        history.record(.init(revision: 1, name: scale.name, step: step), of: 1)
        func walk(_ direction: History.Direction, at revision: Int) throws {
            let entry = try #require(history.next(direction, of: 1))
            let applied = try document.apply(document.inverse(of: entry.step))
            history.walk(direction, leaving: applied.step, of: 1, at: revision)
        }
        try walk(.undo, at: 2)
        #expect(document.drawingOrder.map(\.size) == [40])
        try document.apply(.scale(ids: ids, factor: Fixture.factor(3_000_000)))
        try walk(.redo, at: 4)
        #expect(document.drawingOrder.map(\.size) == [240], "40 x 3 of the other, x 2 of mine")
        try walk(.undo, at: 5)
        #expect(document.drawingOrder.map(\.size) == [120])
    }
}
