internal import Foundation
package import Hosting
internal import Synchronization

/// What the first loop does for all: backups, the history that is kept, the disk, the certificate,
/// the service manager, and the log's word about addresses.
///
/// Event-loop thread only.
package final class Upkeep {
    let server: Server
    /// The service manager; nil when none started this process.
    package let supervisor: Supervisor?
    private(set) var options: ServerOptions
    /// Backups of the schedule, and for operators.
    package private(set) lazy var backups = Backups(of: self)
    private lazy var retention = Retention(of: self)
    private(set) lazy var certificateAlarm = Alarm(server.alarms) { [unowned self] _ in
        checkCertificate()
    }
    private(set) lazy var diskAlarm = Alarm(server.alarms) { [unowned self] _ in checkDisk() }
    private(set) lazy var excessAlarm = Alarm(server.alarms) { [unowned self] _ in tellExcess() }

    /// Prepares it for a server.
    package init(of server: Server, _ options: ServerOptions) {
        self.server = server
        self.options = options
        supervisor = Supervisor(
            of: server,
            environment: ProcessInfo.processInfo.environment,
            processID: ProcessInfo.processInfo.processIdentifier
        )
    }

    /// The server listens.
    package func begin() {
        schedule()
        checkCertificate()
        checkDisk()
        tellExcess()
        supervisor?.isReady("Serving documents")
    }

    /// Puts other settings in effect on all loops; what only a start can change stays as it was.
    ///
    /// - Throws: when a file that they name cannot be used: all stays as it was.
    func adopt(_ options: ServerOptions) throws(ConfigurationError) {
        // The files of the keys may have changed while their names did not.
        let tokens = try options.tokenVerifier()
        let rules = try options.rules()
        self.options = options
        ServerLog.leastLevel.withLock { $0 = options.logLevel }
        server.onAllLoops {
            $0.adopt(options.hosting, options.hosting.connectionLimits, tokens, rules)
        }
        schedule()
    }

    /// Ends all loops, once what came in is durable.
    package func drain() {
        supervisor?.isStopping("Shutting down")
        server.onAllLoops { $0.beginDrain() }
    }

    private func schedule() {
        backups.schedule()
        retention.runSoon()
    }
}
