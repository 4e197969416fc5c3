import Testing

@testable import emojiart_server

/// Which brokers are taken for missing.
struct CopyWatchTests {
    @Test func `FA84 a broker is missing that is silent at three looks, until it is heard`() {
        var watch = CopyWatch()
        let looks: [(silent: Set<String>, missing: Set<String>)] = [
            // Who has just begun to lead has heard of nobody.
            (["n1", "n2"], []),
            (["n1"], []),
            (["n1", "n2"], ["n1"]),
            (["n1", "n2"], ["n1"]),
            (["n2"], ["n2"]),
            ([], []),
            (["n2"], []),
        ]
        for look in looks {
            watch.look(look.silent)
            #expect(watch.missing == look.missing)
        }
    }

    @Test func `FA84 brokers are asked at once, and every five seconds`() {
        var watch = CopyWatch()
        let asked = [7, 7 + CopyWatch.pause - 1, 7 + CopyWatch.pause].map {
            watch.takeLook(now: $0)
        }
        #expect(asked == [true, false, true])
    }
}
