import Testing
import WebSockets

@testable import Hosting
@testable import Operations
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
        alarm.set(at: 60)
        alarm.stop()
        alarms.ring(now: 70)
        #expect(log.rung == ["a 27"])
    }

    @Test func `an alarm that stops another, or sets itself, is heeded`() {
        let other = alarm("b")
        var again: Alarm?
        let first = alarm("a") {
            other.stop()
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
