internal import HeapModule
internal import WebSockets

/// The alarms of a loop, ordered by the time at which each is due.
///
/// An alarm that is not due costs nothing, however many there are. Event-loop thread only.
package final class Alarms {
    private struct Entry: Comparable {
        let time: UInt64
        let alarm: Alarm

        static func < (left: Entry, right: Entry) -> Bool { left.time < right.time }
        static func == (left: Entry, right: Entry) -> Bool { left.time == right.time }
    }

    private var entries = Heap<Entry>()
    private var due: [Entry] = []
    private let loop: EventLoop

    /// Takes the loop's only alarm for itself.
    init(on loop: EventLoop) {
        self.loop = loop
        loop.onAlarm = { [unowned self] in ring(now: $0) }
    }

    fileprivate func add(_ alarm: Alarm, at time: UInt64) {
        entries.insert(Entry(time: time, alarm: alarm))
        loop.setAlarm(at: time)
    }

    /// Rings what is due.
    ///
    /// An alarm that is set from here to a time that has come rings in the next turn.
    func ring(now: UInt64) {
        while let first = entries.min, first.time <= now { due.append(entries.removeMin()) }
        for entry in due { entry.alarm.ring(entry.time, now) }
        due.removeAll(keepingCapacity: true)
        if let next = entries.min { loop.setAlarm(at: next.time) }
    }
}

/// One thing that is to be done, time and again.
package final class Alarm {
    private unowned let alarms: Alarms
    private let action: (_ now: UInt64) -> Void
    /// When it rings, in milliseconds of the loop's clock; nil while it is not set.
    private(set) var time: UInt64?

    /// Makes one that is not set; `action` runs in a turn of the loop, with its time in
    /// milliseconds.
    package init(_ alarms: Alarms, _ action: @escaping (_ now: UInt64) -> Void) {
        self.alarms = alarms
        self.action = action
    }

    /// Sets it to a time, and to no other.
    ///
    /// - Complexity: O(log alarms).
    package func set(at time: UInt64) {
        guard self.time != time else { return }
        self.time = time
        alarms.add(self, at: time)
    }

    /// Sets it to a time, unless it rings before.
    package func setAtLatest(at time: UInt64) {
        if self.time.map({ time < $0 }) ?? true { set(at: time) }
    }

    /// Rings, unless it was set to another time since it was put in the queue.
    fileprivate func ring(_ due: UInt64, _ now: UInt64) {
        guard time == due else { return }
        time = nil
        action(now)
    }
}
