internal import DequeModule
internal import Logging
internal import WebSockets
internal import Wire

// The end of the server.
extension Server {
    /// Ends the server: takes nothing more, makes durable what came, sends everyone away.
    func beginDrain() {
        guard drain == nil else { return }
        log.notice("draining", metadata: ["connections": "\(listener?.connectionCount ?? 0)"])
        supervisor?.isStopping("Shutting down")
        listener?.stopAccepting()
        drain = .flushing(until: now + Self.drainTimeout, quietSince: nil)
        loop.setAlarm(at: now + 20)
    }

    func continueDrain() {
        switch drain {
        case nil: return
        case .flushing(let deadline, let quietSince):
            let isQuiet = inFlight.isEmpty && batch.isEmpty
            guard now >= deadline || (isQuiet && quietSince.map { now > $0 } ?? false) else {
                drain = .flushing(until: deadline, quietSince: isQuiet ? quietSince ?? now : nil)
                break
            }
            let isAnyoneBehind = sendAway(evenThoseBehind: now >= deadline)
            drain =
                isAnyoneBehind
                ? .flushing(until: deadline, quietSince: quietSince) : .closing(until: deadline)
        case .closing(let deadline):
            let isEmpty = listener?.connectionCount == 0 && loop.exchangeCount == 0
            // The first loop ends last.
            let isDone = isEmpty && (!isFirst || group.others(than: index).isEmpty)
            if isDone || now >= deadline {
                abandonBackup()
                loop.stop()
            }
        }
        loop.setAlarm(at: now + 50)
    }

    /// Sends everyone away who has been sent all that there is, or everyone.
    ///
    /// Who is sent away before loses the answers that are in the log behind what it has read.
    ///
    /// - Returns: whether somebody is left.
    private func sendAway(evenThoseBehind isOver: Bool) -> Bool {
        let guests = documents.guests.filter { !$0.connection.isClosing }
        let leaving = isOver ? guests : guests.filter(\.connection.isAtRest)
        // Not all at once: a thousand clients a second find a server that has just started.
        let spread = 500 + (listener?.connectionCount ?? 0) * 2
        for guest in leaving {
            let wait = Chance.number(in: 250...max(251, spread))
            guest.close(.restarting, "restarting: retry_after=\(wait)")
        }
        return leaving.count < guests.count
    }
}
