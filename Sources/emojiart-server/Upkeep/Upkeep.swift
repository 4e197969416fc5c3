internal import Logging
internal import WebSockets

/// What the first loop does for all: backups, the history that is kept, the disk, the certificate,
/// the service manager, and the log's word about addresses.
///
/// Event-loop thread only.
final class Upkeep {
    let backups: Backups
    let supervisor: Supervisor?
    let certificate: CertificateWatch
    private let retention: Retention
    private let disk: DiskWatch
    private let excess: ExcessLog

    /// Begins.
    init(of server: Server, supervisor: Supervisor?) {
        backups = Backups(of: server)
        certificate = CertificateWatch(of: server)
        retention = Retention(of: server)
        disk = DiskWatch(of: server)
        excess = ExcessLog(of: server)
        self.supervisor = supervisor
    }

    /// The server listens.
    func begin() {
        settingsChanged()
        certificate.check()
        disk.check()
        excess.tell()
        supervisor?.isReady("Serving documents")
    }

    /// Other settings are in effect.
    func settingsChanged() {
        backups.schedule()
        retention.runSoon()
    }
}
