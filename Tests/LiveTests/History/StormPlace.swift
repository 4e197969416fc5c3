import Glibc
import TestKit

/// Where a storm rages: a server behind a proxy, or several nodes behind theirs.
protocol StormPlace: AnyObject {
    /// All that have the document, and tell one history of it.
    var servers: [LiveServer] { get }
    /// Over which the clients are spread.
    var proxies: [FaultProxy] { get }
    /// What is struck, one after the other.
    var victims: [any StormVictim] { get }
    /// Has the connections to come lead elsewhere, if there is such a place.
    func turn()
}

/// A program that a storm strikes.
protocol StormVictim: AnyObject {
    /// Kills it, and starts it again.
    func crash() throws
    /// Has it stand still, or go on.
    func setPaused(_ isPaused: Bool)
}

extension ProxiedServer: StormPlace {
    var servers: [LiveServer] { [server] }
    var victims: [any StormVictim] { [server] }

    func turn() {}
}

extension LiveServer: StormVictim {
    func setPaused(_ isPaused: Bool) { program.signal(isPaused ? SIGSTOP : SIGCONT) }
}

extension TestBroker: StormVictim {
    func crash() throws {
        kill()
        try start()
    }
}
