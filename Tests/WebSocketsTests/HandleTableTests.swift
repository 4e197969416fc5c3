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

    @Test func `an element is found when it is due, at once if nothing was set`() {
        var table = HandleTable<Thing>()
        let thing = table.insert { Thing(handle: $0) }
        #expect(table.element(at: 0, dueAt: 0) === thing)
        table.setDue(thing.handle, at: 10)
        #expect(table.element(at: 0, dueAt: 9) == nil)
        #expect(table.element(at: 0, dueAt: 10) === thing)
        // The next in its place is another, of which the old handle says nothing.
        table.remove(thing.handle)
        let other = table.insert { Thing(handle: $0) }
        table.setDue(thing.handle, at: 10)
        #expect(table.element(at: 0, dueAt: 0) === other)
    }
}
