import Testing

@testable import emojiart_server

/// Who waits for a document of the past, and who is turned away.
struct PastQueueTests {
    @Test func `HT29 two are made at a time, 64 wait in order, and one more is turned away`() {
        var queue = PastQueue()
        var begun: [Int] = []
        var answered: [Int] = []
        func add(_ number: Int) -> Bool {
            queue.add({ begun.append($0) }, { _ in answered.append(number) })
        }
        for number in 1...66 { #expect(add(number)) }
        #expect(!add(67))
        #expect(begun == [1, 2])
        queue.finish(2)?(.noDocument)
        #expect(begun == [1, 2, 3] && answered == [2])
        #expect(add(68))
        #expect(!add(69))
        for token in [1] + Array(3...67) { queue.finish(token)?(.noDocument) }
        #expect(answered == [2, 1] + Array(3...66) + [68])
        #expect(begun == Array(1...67))
        #expect(queue.finish(1) == nil)
    }
}
