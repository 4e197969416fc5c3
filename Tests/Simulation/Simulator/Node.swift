import Cluster
import EmojiArt
import Storage
import WebSockets

/// A server and its machine: the process, its disk, and what is due there.
///
/// A world has one, or several that are nodes of a cluster.
final class Node {
    /// Counted from 0.
    let number: Int
    let disk = SimulatedDisk()
    var backup: Backup?
    /// What clients saw here, which has to be on this disk.
    var expectations = Expectations()
    /// How often the disk was set back, or lost.
    var setBacks = 0
    /// The runs of the process so far.
    var run = 0
    var server: Server?
    var stopMailbox: Mailbox<Void>?
    var journal: Journal?
    /// The way to the other nodes, and the connection below it.
    var cluster: ClusterLink?
    var connection: SimulatedConnection?
    /// Work that the loop does not wait for.
    var jobs: [@Sendable () -> Void] = []
    var isTurnDue = false
    var isCommitDue = false
    var isBackgroundDue = false
    var timerAt = UInt64.max
    /// What is due to arrive on its way to the brokers, and from there.
    var isUpDue = false
    var lanesDue: Set<SimulatedConnection.Lane> = []
    /// Until when nothing goes up, or down a lane.
    var upStallsUntil: UInt64 = 0
    var stallsUntil: [SimulatedConnection.Lane: UInt64] = [:]
    /// One of how many messages gets lost that nobody asked for; 0 for none.
    var newsLoss = 0
    /// Whether answers to appends get lost.
    var losesAnswers = false
    /// How much the broker knows that the node asks; nil for all.
    var knownAtBroker: Int?
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

    /// One run of a node's process: what is planned for it goes with it.
    struct Life {
        let node: Node
        let run: Int

        var isOver: Bool { node.run != run }
    }

    init(_ number: Int) { self.number = number }

    var life: Life { Life(node: self, run: run) }

    /// Whether the disk is in a state in which a document may fail to open.
    var isDiskBad: Bool { disk.isOff || disk.refusesWrites || disk.capacity < Int.max }

    /// Makes this the node whose code runs next: its disk, its clock.
    func enter(now: UInt64) {
        SimulatedDisk.mounted = disk
        SimulatedClock.milliseconds = now / 1_000
        SimulatedClock.wall = wallOffset + Int(now / 1_000)
        disk.time = Int64(SimulatedClock.wall)
    }

    /// Forgets what was due in the process that ended.
    func forgetPlans() {
        run += 1
        jobs = []
        (isTurnDue, isCommitDue, isBackgroundDue, timerAt) = (false, false, false, .max)
        (isUpDue, lanesDue) = (false, [])
        isKillPlanned = false
        pausedUntil = 0
        server = nil
        journal = nil
        cluster = nil
        connection = nil
    }
}
