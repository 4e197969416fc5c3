import Store
import Testing
import WebSockets
import Wire

@testable import Hosting
@testable import Tokens
@testable import emojiart_server

/// What is to be done at a time.
struct AlarmTests {
    private final class Log {
        var rung: [String] = []
    }

    private let loop: EventLoop
    private let alarms: Alarms
    private let log = Log()

    init() throws {
        loop = try EventLoop()
        alarms = Alarms(on: loop)
    }

    private func alarm(_ name: String, _ action: @escaping () -> Void = {}) -> Alarm {
        Alarm(alarms) { [log] now in
            log.rung.append("\(name) \(now)")
            action()
        }
    }

    @Test func `alarms ring in the order of their times, each once`() {
        let names = ["c", "a", "b"]
        let all = names.map { alarm($0) }
        for (alarm, time) in zip(all, [30, 10, 20] as [UInt64]) { alarm.set(at: time) }
        alarms.ring(now: 9)
        #expect(log.rung.isEmpty)
        alarms.ring(now: 25)
        #expect(log.rung == ["a 25", "b 25"])
        alarms.ring(now: 40)
        alarms.ring(now: 50)
        #expect(log.rung == ["a 25", "b 25", "c 40"])
    }

    @Test func `an alarm that is set again rings at the last time alone`() {
        let alarm = alarm("a")
        alarm.set(at: 10)
        alarm.set(at: 30)
        alarm.setAtLatest(at: 40)
        #expect(alarm.time == 30)
        alarms.ring(now: 20)
        #expect(log.rung.isEmpty)
        alarm.setAtLatest(at: 25)
        alarms.ring(now: 27)
        alarms.ring(now: 50)
        #expect(log.rung == ["a 27"])
    }

    @Test func `an alarm that sets another, or itself, is heeded`() {
        let other = alarm("b")
        var again: Alarm?
        let first = alarm("a") {
            other.set(at: 30)
            again?.set(at: 5)
        }
        again = first
        first.set(at: 10)
        other.set(at: 11)
        alarms.ring(now: 20)
        #expect(log.rung == ["a 20"])
        alarms.ring(now: 21)
        #expect(log.rung == ["a 20", "a 21"])
        again = nil
    }
}

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

/// Which tokens are refused although they are signed.
struct RevocationTests {
    private static let issued = 1_800_000_000_000

    private func grant(issued: Int? = RevocationTests.issued) -> Grant {
        Grant(
            user: "ada",
            name: nil,
            role: .editor,
            documents: [],
            expires: Self.issued + 3_600_000,
            issued: issued,
            id: "t1"
        )
    }

    @Test func `AC11 a token is revoked by its id, or by its user and time`() {
        var revocations = Revocations()
        revocations.insert(StoredRevocation(.id, "t2", time: 0))
        revocations.insert(StoredRevocation(.user, "bob", time: Int64(Self.issued + 1)))
        // The issuer's clock may be a minute ahead.
        revocations.insert(StoredRevocation(.user, "ada", time: Int64(Self.issued - 60_000)))
        #expect(!revocations.cover(grant()))
        #expect(revocations.cover(grant(issued: Self.issued - 1)))
        // One that does not say when it was issued is as old as can be.
        #expect(revocations.cover(grant(issued: nil)))
        let word = StoredRevocation(.user, "ada", time: Int64(Self.issued + 1))
        revocations.insert(word)
        // An earlier word does not take a later one back.
        revocations.insert(StoredRevocation(.user, "ada", time: Int64(Self.issued)))
        #expect(revocations.cover(grant()))
        #expect(revocations.has(word))
        revocations.remove(word)
        #expect(!revocations.has(word))
        #expect(!revocations.cover(grant()))
        #expect(Revocations([StoredRevocation(.id, "t1", time: 0)]).cover(grant()))
    }
}
