internal import DequeModule
internal import Wire

/// Connections that have not said hello, in the order in which they came.
final class SilentGuests {
    /// Milliseconds that a connection may be silent.
    private static let patience: UInt64 = 5_000
    private var guests: Deque<(deadline: UInt64, guest: Guest)> = []
    private unowned let alarms: Alarms
    private lazy var alarm = Alarm(alarms) { [unowned self] in close(now: $0) }

    init(_ alarms: Alarms) { self.alarms = alarms }

    func add(_ guest: Guest, now: UInt64) {
        guests.append((now + Self.patience, guest))
        alarm.setAtLatest(at: now + Self.patience)
    }

    /// Takes the one that has been silent for longest; nil when there is none.
    func takeOldest() -> Guest? {
        while let (_, guest) = guests.popFirst() {
            if case .silent = guest.admission { return guest }
        }
        return nil
    }

    private func close(now: UInt64) {
        while let (deadline, guest) = guests.first, deadline <= now {
            guests.removeFirst()
            if case .silent = guest.admission {
                guest.close(.helloTimeout, "hello_timeout: no hello within 5 s")
            }
        }
        if let next = guests.first { alarm.set(at: next.deadline) }
    }
}
