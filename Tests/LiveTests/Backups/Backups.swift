import Foundation
import Synchronization
import TestKit
import Testing

/// The backups of a server that was started with `options`.
struct Backups {
    let path: String

    init(in directory: TemporaryDirectory) { path = directory.path("backups") }

    init(at path: String) { self.path = path }

    /// What has a server make backups, some by itself.
    var options: [String] { ["--backup-directory", path] }

    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    /// The files that count.
    var finished: [String] { names.filter { $0.hasSuffix(".sqlite") } }

    /// Has a running server make one; the path of it.
    func make(by server: LiveServer) throws -> String {
        // The one of the start may still be under way, and would be taken for ours.
        _ = try first()
        let before = Set(finished)
        let failures = failures(of: server)
        server.program.signal(SIGUSR1)
        let isThere = Wait.until {
            if Set(finished) != before { return true }
            return self.failures(of: server) > failures
        }
        try #require(isThere, "\(server.log)")
        let name = try #require(Set(finished).subtracting(before).first, "\(server.log)")
        return path + "/" + name
    }

    private func failures(of server: LiveServer) -> Int {
        server.log.count { $0.contains("backup failed") }
    }

    /// Waits for the one that a server makes at its start.
    func first() throws -> String {
        let isThere = Wait.until { !finished.isEmpty }
        try #require(isThere)
        return path + "/" + finished[0]
    }
}

/// A client that edits without a pause until it is told to stop.
final class Writer: Sendable {
    private let state = Mutex((answered: 0, isStopping: false))

    var answered: Int { state.withLock { $0.answered } }

    func stop() { state.withLock { $0.isStopping = true } }

    /// Waits until so many more are acknowledged.
    func more(_ count: Int) -> Bool {
        let goal = answered + count
        return Wait.until { answered >= goal }
    }

    /// Edits a document on a thread of its own, at once, however many tests wait for others.
    func start(
        on server: Carried<LiveServer>,
        _ document: String
    ) -> Reply<Carried<SweepClient?>> {
        let client = Reply<Carried<SweepClient?>>()
        Thread { [self] in client.give(Carried(work(on: server.value, document))) }.start()
        return client
    }

    private func work(on server: LiveServer, _ document: String) -> SweepClient? {
        var client = SweepClient(document: document)
        guard client.connect(to: server) else { return nil }
        while !state.withLock({ $0.isStopping }) {
            guard client.make(8, window: 8) else { return nil }
            let count = client.accepted.count
            state.withLock { $0.answered = count }
        }
        client.disconnect()
        return client
    }
}
