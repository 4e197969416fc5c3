import Testing

@testable import WebSockets

@Suite struct HandleTableTests {
    private final class Thing {
        let handle: UInt
        init(handle: UInt) { self.handle = handle }
    }

    @Test func `a handle finds its element until it is removed, and never another`() {
        var table = HandleTable<Thing>()
        let first = table.insert { Thing(handle: $0) }
        let second = table.insert { Thing(handle: $0) }
        #expect(first.handle != 0 && table[first.handle] === first)
        table.remove(first.handle)
        table.remove(first.handle)
        let third = table.insert { Thing(handle: $0) }
        #expect(table.slotCount == 2)
        #expect(table[first.handle] == nil && table[0] == nil && table[.max] == nil)
        #expect(table[second.handle] === second && table[third.handle] === third)
    }
}
