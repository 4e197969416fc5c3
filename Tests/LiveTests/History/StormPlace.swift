import Foundation
import TestKit

/// Servers that a storm falls on, and the proxy in front of them.
protocol StormPlace: AnyObject {
    var proxy: FaultProxy { get }
    /// Where clients keep what is theirs.
    var directory: TemporaryDirectory { get }
    /// The document's address at each server, beside the proxy.
    var urls: [String] { get }
    /// Seconds that all blows may take.
    var seconds: Double { get }
    /// The blows that each storm has.
    var blows: [String] { get }

    /// Strikes a server, or what it needs.
    func strike(_ number: Int, _ random: inout SplitMix64) throws -> Blow
    /// Time goes on: new connections may go to another server.
    func shift(_ random: inout SplitMix64)
    /// Ends the servers; what went wrong.
    func stop() -> [String]
    /// What they left.
    func stored() throws -> StoredLog
}

/// What happened to a server, and how it is made good again.
struct Blow {
    let name: String
    /// How long it takes.
    let milliseconds: Int
    let end: () throws -> Void

    /// One that is over at once, or ends after a time.
    init(_ name: String, for milliseconds: Int = 0, end: @escaping () throws -> Void = {}) {
        self.name = name
        self.milliseconds = milliseconds
        self.end = end
    }
}

extension ProxiedServer: StormPlace {
    var directory: TemporaryDirectory { server.directory }
    var urls: [String] { [server.url()] }
    var seconds: Double { 90 }
    var blows: [String] { ["killed", "stood still"] }

    func strike(_ number: Int, _ random: inout SplitMix64) throws -> Blow {
        guard number % 4 == 2 else {
            try server.crash()
            return Blow("killed")
        }
        server.program.signal(SIGSTOP)
        return Blow("stood still", for: Int.random(in: 200...1_200, using: &random)) {
            self.server.program.signal(SIGCONT)
        }
    }

    func shift(_ random: inout SplitMix64) {}

    func stop() -> [String] {
        server.program.signal(SIGTERM)
        let ending = server.program.ending()
        return ending == .exit(0)
            ? [] : ["the server ended with \(String(describing: ending))"]
    }

    func stored() throws -> StoredLog { try StoredLog(directory: server.data) }
}
