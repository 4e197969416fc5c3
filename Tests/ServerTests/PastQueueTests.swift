import Testing

@testable import Hosting
@testable import Operations
@testable import emojiart_server

/// Who waits for a document of the past, and who is turned away.
struct PastQueueTests {
    @Test func `HT29 two are made at a time, 64 wait in order, and one more is turned away`() {
        var queue = PastQueue()
        let begun = Numbers()
        func add(_ number: Int) -> Bool { queue.add { begun.all.append(number) } }
        for number in 1...66 { #expect(add(number)) }
        #expect(!add(67))
        #expect(begun.all == [1, 2])
        queue.finish()
        #expect(begun.all == [1, 2, 3])
        #expect(add(68))
        #expect(!add(69))
        for _ in 1...66 { queue.finish() }
        #expect(begun.all == Array(1...66) + [68])
    }

    private final class Numbers {
        var all: [Int] = []
    }
}
