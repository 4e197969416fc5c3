internal import Foundation

/// A TCP proxy on this machine that does to connections what networks do.
///
/// It listens on a port of its own and hands everything on to another one, on a thread of its own.
/// Faults come from scripts for the next connections, from a storm for all others, or are set on
/// live connections by hand. Without any it is a plain proxy. It ends when nobody holds it.
package final class FaultProxy: Sendable {
    /// The proxy could not be set up.
    package struct CannotStart: Error {}

    /// The port that clients connect to.
    package let port: Int
    private let desk: ProxyDesk

    /// Listens on a free port.
    ///
    /// - Parameter target: the port that all goes to, if it is known already: see `aim(at:)`.
    /// - Throws: `CannotStart`.
    package init(to target: Int = 0) throws {
        guard let desk = ProxyDesk(), let (loop, port) = ProxyLoop.made(to: target) else {
            throw CannotStart()
        }
        self.desk = desk
        self.port = port
        Thread {
            var loop = loop
            loop.run(desk)
        }.start()
    }

    deinit { desk.post { $0.hasEnded = true } }

    /// What it did so far.
    package var counts: FaultCounts { desk.counts }

    /// Sets the port that new connections go to.
    package func aim(at target: Int) { desk.ask { $0.target = target } }

    /// Gives the next connection that has none yet a script.
    package func script(_ steps: [FaultStep]) { desk.ask { $0.scripts.append(steps) } }

    /// Sets the faults of the connections to come; nil ends them.
    package func storm(_ storm: FaultStorm?) { desk.ask { $0.storm = storm } }

    /// Adds a fault to all live connections.
    package func arm(_ step: FaultStep) { desk.ask { $0.changeLinks { $0.arm(step) } } }

    /// Refuses connections, or takes them again; those that live go on.
    package func refuse(_ isRefusing: Bool) { desk.ask { $0.listen(!isRefusing) } }

    /// Hands on what the clients of orphaned connections had sent.
    package func release() { desk.ask { $0.changeLinks { $0.release() } } }

    /// Resets all connections.
    package func closeAll() { desk.ask { $0.closeAll() } }

    /// Ends all faults, also those to come.
    package func heal() { desk.ask { $0.heal() } }
}
