internal import Glibc
internal import Synchronization

/// Keeps what is still to be written from the terminal once that is given back.
///
/// Each time that the terminal is taken over has a number, and what is written is written for one.
/// Atomic, and without a lock: a signal's handler shuts it.
enum OutputGate {
    /// Odd while it is open; never the same again.
    private static let epoch = Atomic<Int>(0)
    /// Whether a write is being done.
    private static let isBusy = Atomic<Bool>(false)
    /// Milliseconds that a write is waited for, which takes long only where it blocks.
    private static let waitMillisecondsMax = 300

    /// What is written from now on is for this time.
    static var current: Int { epoch.load(ordering: .sequentiallyConsistent) }

    static func open() {
        if current.isMultiple(of: 2) { epoch.add(1, ordering: .sequentiallyConsistent) }
    }

    /// After this nothing is written; a write that is being done is waited for.
    static func shut() {
        if !current.isMultiple(of: 2) { epoch.add(1, ordering: .sequentiallyConsistent) }
        var waited = 0
        while isBusy.load(ordering: .sequentiallyConsistent), waited < waitMillisecondsMax {
            poll(nil, 0, 1)
            waited += 1
        }
    }

    /// Whether the writer may do one write now; `finishWrite` follows when it may.
    ///
    /// Busy before it asks: whoever shuts the gate then either is seen or sees.
    static func beginWrite(for time: Int) -> Bool {
        isBusy.store(true, ordering: .sequentiallyConsistent)
        if time == current, !time.isMultiple(of: 2) { return true }
        finishWrite()
        return false
    }

    static func finishWrite() { isBusy.store(false, ordering: .sequentiallyConsistent) }
}
