internal import Logging
internal import Transport
internal import WebSockets
internal import Wire

/// The end of a server: takes nothing more, makes durable what came, sends everyone away.
package final class Drain {
    private enum Stage {
        /// What came in is being made durable.
        ///
        /// `quietSince` is when all was, so that the answers have a turn to go out before anyone is
        /// sent away.
        case flushing(quietSince: UInt64?)
        /// All have been told to come back later.
        case closing
    }

    /// Milliseconds after which everyone is sent away, and the loop stops.
    private static let patience: UInt64 = 8_000
    private var stage = Stage.flushing(quietSince: nil)
    private let deadline: UInt64
    private unowned let server: Server
    private lazy var alarm = Alarm(server.alarms) { [unowned self] _ in goOn() }

    init(of server: Server) {
        self.server = server
        deadline = server.now + Self.patience
        alarm.set(at: server.now + 20)
    }

    /// Goes on, at the end of each turn and every 50 ms.
    func goOn() {
        let now = server.now
        switch stage {
        case .flushing(let quietSince):
            let isQuiet = server.turn.isAtRest
            guard now >= deadline || (isQuiet && quietSince.map { now > $0 } ?? false) else {
                stage = .flushing(quietSince: isQuiet ? quietSince ?? now : nil)
                break
            }
            // Other servers can have the documents at once.
            if server.neighbours != nil {
                for document in server.documents.open { server.setDown(document.name) }
            }
            if !sendAway(evenThoseBehind: now >= deadline) {
                server.neighbours?.close()
                stage = .closing
            }
        case .closing:
            let isEmpty =
                server.entrance.listener?.connectionCount == 0 && server.loop.exchangeCount == 0
            // The first loop ends last.
            let isDone =
                isEmpty && (server.index > 0 || server.group.others(than: 0).isEmpty)
            if isDone || now >= deadline { server.loop.stop() }
        }
        alarm.setAtLatest(at: now + 50)
    }

    /// Sends everyone away who has been sent all, or everyone; returns true if somebody is left.
    ///
    /// A guest that is closed before it has read all its answers loses the rest of them.
    private func sendAway(evenThoseBehind isOver: Bool) -> Bool {
        let guests = server.documents.guests.filter { !$0.connection.isClosing }
        let leaving = isOver ? guests : guests.filter(\.connection.isAtRest)
        // Not all at once: a thousand clients a second find a server that has just started.
        let spread = 500 + (server.entrance.listener?.connectionCount ?? 0) * 2
        for guest in leaving {
            let wait = Chance.number(in: 250...max(251, spread))
            guest.close(.restarting, "restarting: retry_after=\(wait)")
        }
        return leaving.count < guests.count
    }
}

extension Server {
    /// Ends the server.
    package func beginDrain() {
        guard drain == nil else { return }
        log.notice(
            "draining",
            metadata: ["connections": "\(entrance.listener?.connectionCount ?? 0)"]
        )
        entrance.listener?.stopAccepting()
        drain = Drain(of: self)
    }
}
