import Disk
import EmojiArt
import HTTPClient
import Hosting
import PostgresStore
import Store
import StoreTables
import Transport
import WebSockets

/// A server and its machine: the process, its disk, and what is due there.
final class Node {
    let number: Int
    let disk = SimulatedDisk()
    /// The runs of the process so far.
    var run = 0
    var server: Server?
    var network: NativeLoop?
    var stopMailbox: Mailbox<Void>?
    var journal: (any QueuedStore)?
    var links: [Link] = []
    var jobs: [@Sendable () -> Void] = []
    var isTurnDue = false
    var isCommitDue = false
    var isBackgroundDue = false
    var timerAt = UInt64.max
    /// Until when the process stands still.
    var pausedUntil: UInt64 = 0
    /// Whether the disk's next end is the process's alone, and not the power's.
    var isKillPlanned = false
    var wallOffset = 1_700_000_000_000

    /// What was stored once, and what clients had seen by then.
    struct Backup {
        let content: Content
        let expectations: Expectations
        let trimmed: [DocumentName: [Int: StoredEdit]]
        let revisions: [DocumentName: Int]

        enum Content {
            case disk(SimulatedDisk)
            case database(SimulatedPostgres.Copy)
        }
    }

    init(number: Int) { self.number = number }

    /// Where others reach it.
    var host: String { "10.0.1.\(number)" }
    var address: String { "http://\(host):8080" }

    /// Whether the disk is in a state in which a document may fail to open.
    var isDiskBad: Bool { disk.isOff || disk.refusesWrites || disk.capacity < Int.max }

    /// Whether it says of itself that it can serve.
    var isReady: Bool {
        guard let server, let journal else { return false }
        return server.drain == nil && journal.statistics.stall == nil
    }

    /// Sets its clock, and mounts its disk.
    func enter(now: UInt64) {
        SimulatedDisk.mounted = disk
        SimulatedPostgres.machine = number
        Clock.nanoseconds = now * 1_000
        System.milliseconds = now / 1_000
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
        links = []
        jobs = []
    }
}
