import Foundation

// The histories that phases begin with.
extension SweepSession {
    /// A data directory with a history, and the client that made it.
    struct Fixture: Sendable {
        let directory: TemporaryDirectory
        let client: Carried<SweepClient>
    }

    private static let walFrameBytes = 24 + 4_096
    /// The log is copied into the database from 1,000 pages on; these leave room for some ten
    /// commits of three or four pages each.
    private static let pagesBefore = 965
    /// A state is stored at revision 1,000; these edits before it are about as many commits.
    private static let editsBefore = 15

    static func fixture(for phase: Phase) throws -> Fixture? {
        switch phase {
        case .firstStart, .firstEdits: nil
        case .longRun: try nearSnapshotAndCheckpoint()
        case .recovery: try killedNearCheckpoint()
        }
    }

    /// Makes edits, each in a commit of its own, until a checkpoint is near.
    static func fillLog(of server: LiveServer, by client: inout SweepClient) throws {
        while try server.walBytes() < pagesBefore * walFrameBytes {
            guard client.make(1) else { throw Program.CannotStart(what: "no answers") }
        }
    }

    /// What a server leaves that was killed with a long log.
    private static func killedNearCheckpoint(edits: Int = 0) throws -> Fixture {
        let server = try LiveServer()
        var client = SweepClient()
        guard client.connect(to: server) else { throw Program.CannotStart(what: "no welcome") }
        while client.accepted.count < edits {
            guard client.make(min(100, edits - client.accepted.count), window: 100) else {
                throw Program.CannotStart(what: "no answers")
            }
        }
        if edits > 0 {
            // Its log goes into the database.
            server.stop()
            try server.restart()
            _ = client.connect(to: server)
        }
        try fillLog(of: server, by: &client)
        server.program.signal(SIGKILL)
        _ = server.program.ending()
        client.disconnect()
        return Fixture(directory: server.directory, client: Carried(client))
    }

    /// A history from which as many edits as fill the log lead to a stored state as well.
    private static func nearSnapshotAndCheckpoint() throws -> Fixture {
        // How many fill the log is only known when it was done.
        let filling = try killedNearCheckpoint().client.value.accepted.count
        return try killedNearCheckpoint(edits: 1_000 - editsBefore - filling)
    }
}

extension LiveServer {
    /// The size of the write-ahead log.
    func walBytes() throws -> Int {
        try FileManager.default.attributesOfItem(atPath: data + "/journal.sqlite-wal")[.size]
            as? Int ?? 0
    }
}
