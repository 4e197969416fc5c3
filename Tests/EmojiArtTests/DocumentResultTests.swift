import EmojiArt
import Testing

/// The operations that only a server writes: what an undo or a redo comes to.
struct DocumentResultTests {
    private static let three = Fixture.document(
        Fixture.new("1.1", x: 1, size: 10),
        Fixture.new("1.2", x: 2, size: 20),
        Fixture.new("1.3", x: 3, size: 30)
    )

    /// Values for emojis, such as `"1.1 7, 1.2 -3"`.
    private static func items(_ text: String) -> [Operation.Assignment] {
        text.split(separator: ",").compactMap { item in
            let parts = item.split(separator: " ").map(String.init)
            return Int(parts[1]).map { .init(id: Fixture.id(parts[0]), value: $0) }
        }
    }

    @Test func `OP26 a resize sets sizes, and leaves out what it does not change`() throws {
        var document = Self.three
        let applied = try document.apply(.resize(Self.items("1.1 11, 1.2 20, 9.9 5, 1.3 10000")))
        #expect(applied.operation == .resize(Self.items("1.1 11, 1.3 10000")))
        #expect(document.drawingOrder.map(\.size) == [11, 20, 10_000])
        #expect(document.drawingOrder.map(\.x) == [1, 2, 3])
        #expect(try document.apply(.resize(Self.items("1.2 20, 9.9 5"))).operation == .none)
    }

    @Test func `OP26 a restack sets z keys, and leaves out what it does not change`() throws {
        var document = Self.three
        let applied = try document.apply(.restack(Self.items("1.3 -1, 1.2 2, 9.9 5, 1.1 6")))
        #expect(applied.operation == .restack(Self.items("1.3 -1, 1.1 6")))
        #expect(document.order == "1.3 1.2 1.1")
        #expect(document.drawingOrder.map(\.z) == [-1, 2, 6])
        #expect(try document.apply(.restack(Self.items("1.2 2, 9.9 5"))).operation == .none)
    }

    @Test func `OP27 the stack widens to every z that is set, and never shrinks`() throws {
        var document = Self.three
        func expectStack(_ top: Int, _ bottom: Int, after operation: Operation) throws {
            try document.apply(operation)
            #expect(document.stackTop == top && document.stackBottom == bottom, "\(operation)")
            #expect(document.checksum == document.recomputedChecksum)
        }
        try expectStack(50, 0, after: .restack(Self.items("1.1 50")))
        try expectStack(50, -20, after: .restack(Self.items("1.2 -20")))
        try expectStack(50, -20, after: .restack(Self.items("1.1 1, 1.2 2")))
        try expectStack(50, -20, after: .delete(ids: Fixture.ids("1.1 1.2 1.3")))
        let far = [Fixture.emoji("1.1", size: 1, z: 70), Fixture.emoji("1.2", size: 1, z: -30)]
        try expectStack(70, -30, after: .restore(far))
        try expectStack(71, -30, after: .add([Fixture.new("1.4")]))
        try expectStack(71, -31, after: .arrange(ids: Fixture.ids("1.4"), to: .back))
    }
}
