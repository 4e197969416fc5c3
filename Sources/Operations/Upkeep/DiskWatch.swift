internal import Hosting
internal import Logging
internal import Store
internal import WebSockets

/// How much of the disk is free: a reserve stays (CN25).
///
/// Event-loop thread only.
final class DiskWatch {
    /// Milliseconds between two looks.
    private static let interval: UInt64 = 1_000

    private unowned let upkeep: Upkeep
    private var server: Server { upkeep.server }
    private lazy var alarm = Alarm(upkeep.server.alarms) { [unowned self] _ in check() }

    init(of upkeep: Upkeep) { self.upkeep = upkeep }

    /// Looks, tells all loops when edits have to wait or may go on, and looks again.
    func check() {
        alarm.set(at: server.now + Self.interval)
        let reserve = upkeep.options.diskReserveMebibytes << 20
        guard reserve > 0 || server.holds.isDiskLow, let free = server.journal.freeBytes() else {
            return
        }
        // A little more has to be free before edits go on, or they would go on and off.
        let isLow = free < (server.holds.isDiskLow ? reserve + reserve / 16 : reserve)
        guard isLow != server.holds.isDiskLow else { return }
        let figures: Logger.Metadata = [
            "free_mebibytes": "\(free >> 20)",
            "disk_reserve_mebibytes": "\(upkeep.options.diskReserveMebibytes)",
        ]
        if isLow {
            server.log.error("disk nearly full: edits wait, free some space", metadata: figures)
        } else {
            server.log.notice("disk has space again: no edits wait", metadata: figures)
        }
        server.onAllLoops { $0.noteDisk(isLow: isLow) }
    }
}
