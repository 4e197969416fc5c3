import EmojiArt
import Testing

@testable import Hosting
@testable import Operations
@testable import emojiart_server

/// Which loop has a document.
struct LoopGroupTests {
    @Test(arguments: 1...9) func `documents are spread evenly over loops`(count: Int) {
        let group = LoopGroup(count: count)
        var counts = Array(repeating: 0, count: count)
        for number in 0..<9_000 { counts[group.home(of: "room-\(number)")] += 1 }
        let share = 9_000 / count
        #expect(counts.allSatisfy { $0 > share * 9 / 10 && $0 < share * 11 / 10 }, "\(counts)")
    }

    @Test(arguments: ["/documents/a", "/documents/a.svg", "/documents/a/background/0f"])
    func `all paths of a document lead to its loop`(path: String) {
        let group = LoopGroup(count: 64)
        #expect(group.home(ofPath: path, after: "/documents/") == group.home(of: "a"))
    }

    @Test(arguments: ["", "/", "/documents", "/documents/", "/canvas/a", "/metrics"])
    func `what is about no document is the first loop's`(path: String) {
        #expect(LoopGroup(count: 64).home(ofPath: path, after: "/documents/") == 0)
    }
}
