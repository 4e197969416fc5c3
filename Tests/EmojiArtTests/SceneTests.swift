import EmojiArt
import Testing

/// A view that draws only what is told to have changed shows what the document holds.
struct SceneTests {
    /// Elements one above the other, as a page has them.
    private struct View {
        /// The lowest first.
        var elements: [Emoji] = []

        /// Draws changes; false when they name what is not there.
        mutating func draw(_ changes: Scene.Changes, of scene: Scene) -> Bool {
            for id in changes.removed {
                guard let place = elements.firstIndex(where: { $0.id == id }) else { return false }
                elements.remove(at: place)
            }
            var near = -1
            for put in changes.put {
                guard let emoji = scene.document.emojis[put.id] else { return false }
                let place = elements.firstIndex { $0.id == emoji.id }
                guard put.hasMoved else {
                    guard let place else { return false }
                    elements[place] = emoji
                    continue
                }
                if let place { elements.remove(at: place) }
                if let above = scene.emoji(above: emoji, from: &near) {
                    guard let place = elements.firstIndex(where: { $0.id == above }) else {
                        return false
                    }
                    elements.insert(emoji, at: place)
                } else {
                    elements.append(emoji)
                }
            }
            return true
        }
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func `what a scene tells leads a view to what is shown`(seed: UInt64) throws {
        var edits = RandomEdits(seed: seed)
        var scene = Scene()
        var view = View()
        var document = Document()
        var past = [document]
        for step in 1...300 {
            if edits.chance(oneIn: 20) {
                // Another state altogether, as a snapshot or a moment of the past is.
                document = past[edits.number(in: 0...past.count - 1)]
            } else {
                _ = try? document.apply(edits.next(for: document))
            }
            past.append(document)
            if edits.chance(oneIn: 3) { continue }
            let changes = scene.show(document)
            let isDrawn = view.draw(changes, of: scene)
            try #require(isDrawn, "step \(step): \(changes)")
            try #require(view.elements == document.drawingOrder, "step \(step): \(changes)")
            let again = scene.show(document)
            #expect(again.isEmpty)
            let ids = document.emojis.keys.sorted()
            #expect(scene.inOrder(ids) == document.drawingOrder)
        }
    }

    @Test func `an edit of a large document changes one emoji of the scene`() throws {
        var document = Fixture.full
        var scene = Scene()
        var changes = scene.show(document)
        #expect(changes.put.count == Limits.emojisMax)
        let id = Fixture.id("1.2500")
        _ = try document.apply(.move(ids: [id], dx: 3, dy: 0))
        changes = scene.show(document)
        #expect(changes.put.map(\.id) == [id])
        _ = try document.apply(.arrange(ids: [id], to: .front))
        changes = scene.show(document)
        #expect(changes.put.map(\.hasMoved) == [true])
        var place = 0
        let emoji = try #require(scene.document.emojis[id])
        let above = scene.emoji(above: emoji, from: &place)
        #expect(above == nil && place == Limits.emojisMax - 1)
        _ = try document.apply(.delete(ids: [id]))
        changes = scene.show(document)
        #expect(changes == .init(removed: [id]))
    }

    @Test func `the topmost emoji at a point is found, else the nearest`() {
        let document = Fixture.document(
            Fixture.new("1.1"),
            Fixture.new("1.2", x: 10),
            Fixture.new("1.3", x: 100)
        )
        var scene = Scene()
        _ = scene.show(document)
        #expect(scene.emoji(atX: 5, y: 0, reach: 0) == Fixture.id("1.2"))
        #expect(scene.emoji(atX: -19, y: 0, reach: 0) == Fixture.id("1.1"))
        #expect(scene.emoji(atX: 75, y: 0, reach: 12) == nil)
        #expect(scene.emoji(atX: 75, y: 0, reach: 30) == Fixture.id("1.3"))
    }
}
