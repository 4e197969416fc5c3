import Disk
import EmojiArt
import Hosting
import SQLiteStore
import Transport
import WebSockets

/// The server and its machine: the process, its disk, and what is due there.
final class Node {
    let disk = SimulatedDisk()
    var backup: Backup?
    /// What clients saw here, which has to be on this disk.
    var expectations = Expectations()
    /// The runs of the process so far.
    var run = 0
    var server: Server?
    var network: NativeLoop?
    var stopMailbox: Mailbox<Void>?
    var journal: Journal?
    var isTurnDue = false
    var isCommitDue = false
    var isBackgroundDue = false
    var timerAt = UInt64.max
    /// Until when the process stands still.
    var pausedUntil: UInt64 = 0
    /// Whether the disk's next end is the process's alone, and not the power's.
    var isKillPlanned = false
    var wallOffset = 1_700_000_000_000

    /// What was on the disk once, and what clients had seen by then.
    struct Backup {
        let disk: SimulatedDisk
        let expectations: Expectations
        let revisions: [DocumentName: Int]
    }

    /// Whether the disk is in a state in which a document may fail to open.
    var isDiskBad: Bool { disk.isOff || disk.refusesWrites || disk.capacity < Int.max }

    /// Sets its clock, and mounts its disk.
    func enter(now: UInt64) {
        SimulatedDisk.mounted = disk
        Clock.nanoseconds = now * 1_000
        Clock.milliseconds = wallOffset + Int(now / 1_000)
    }

    /// Forgets what was due in the process that ended.
    func forgetPlans() {
        run += 1
        (isTurnDue, isCommitDue, isBackgroundDue, timerAt) = (false, false, false, .max)
        isKillPlanned = false
        pausedUntil = 0
        server = nil
        network = nil
        journal = nil
    }
}
