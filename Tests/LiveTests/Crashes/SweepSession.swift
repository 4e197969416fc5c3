import Foundation
import TestKit

/// A scripted session of the real server in which one system call is broken.
struct SweepSession {
    /// The part of a server's life in which the call is.
    enum Phase: String, CaseIterable, Sendable {
        /// The first start, on no directory: the schema is made.
        case firstStart
        /// The first document and client, some edits, a refusal, and a clean end.
        case firstEdits
        /// A stored snapshot and a checkpoint, and a clean end.
        case longRun
        /// A start on what a killed server left.
        case recovery

        /// Whether the tracer is there from the first call on, or comes when the server serves.
        var isOfStart: Bool { self == .firstStart || self == .recovery }

        var kinds: [String] {
            let kinds = [
                "pwrite64", "fdatasync", "fsync", "ftruncate", "openat", "unlink", "mkdir",
            ]
            return isOfStart ? kinds : kinds + ["sendto"]
        }
    }

    /// A data directory with a history, and the client that made it.
    struct Fixture: Sendable {
        let directory: TemporaryDirectory
        let client: Carried<SweepClient>
    }

    static let walFrameBytes = 24 + 4_096
    /// The log is copied into the database from 1,000 pages on.
    private static let pagesBefore = 965
    private static let editsAfter = 40

    let phase: Phase
    private(set) var directory: TemporaryDirectory
    var client: SweepClient
    var ending: Program.Ending?
    var errors: [String] = []

    /// Plays a phase to its end, or to the server's.
    ///
    /// - Parameters:
    ///   - phase: what is played.
    ///   - fixture: what it begins with.
    ///   - fault: what `strace` breaks, such as `fsync:error=EIO:when=3`.
    /// - Throws: `CannotStart`, also when the part before the fault gets no answers.
    init(_ phase: Phase, on fixture: Fixture? = nil, breaking fault: String?) throws {
        self.phase = phase
        directory = try TemporaryDirectory()
        client = fixture?.client.value ?? SweepClient()
        if let fixture {
            try FileManager.default.copyItem(
                atPath: fixture.directory.path("data"),
                toPath: directory.path("data")
            )
        }
        if phase.isOfStart { try start(fault) } else { try serve(fault) }
    }

    var log: String { directory.path("calls") }

    /// The same session on a copy of what it left.
    func copy() throws -> SweepSession {
        var copy = self
        copy.directory = try TemporaryDirectory()
        try FileManager.default.copyItem(
            atPath: directory.path("data"),
            toPath: copy.directory.path("data")
        )
        return copy
    }

    private mutating func start(_ fault: String?) throws {
        let program = try Program(
            "emojiart-server",
            ["--listen", "127.0.0.1:0", "--data", directory.path("data")],
            under: try Strace.launcher(phase.kinds, fault, log: log)
        )
        if program.output.line(where: { $0.contains("open    http://") }) != nil {
            program.signal(SIGTERM)
        }
        let run = program.finish()
        (ending, errors) = (run.ending, run.errors)
    }

    private mutating func serve(_ fault: String?) throws {
        let server = try LiveServer(on: directory)
        if phase == .longRun {
            guard client.connect(to: server) else { throw Program.CannotStart(what: "no welcome") }
            try Self.fillLog(of: server, by: &client)
        }
        let tracer = try Strace.attach(to: server.program, phase.kinds, fault, log: log)
        if phase == .longRun {
            _ = client.make(Self.editsAfter)
        } else if client.connect(to: server) {
            _ = client.make(12) && client.make(12, window: 12)
        }
        client.disconnect()
        server.program.signal(SIGTERM)
        let run = server.program.finish()
        (ending, errors) = (run.ending, run.errors)
        _ = tracer.ending()
    }

    /// Makes edits, each in a commit of its own, until a checkpoint is near.
    static func fillLog(of server: LiveServer, by client: inout SweepClient) throws {
        while try server.walBytes() < pagesBefore * walFrameBytes {
            guard client.make(1) else { throw Program.CannotStart(what: "no answers") }
        }
    }

    /// What remained when it was over: starts the server again, and asks it.
    mutating func recover() throws -> (seconds: Double, lost: Int, found: [String]) {
        let begin = ContinuousClock.now
        let server = try LiveServer(on: directory)
        var found: [String] = []
        guard client.connect(to: server) else { return (0, 0, ["no welcome after the restart"]) }
        let seconds = (ContinuousClock.now - begin) / .seconds(1)
        if !client.resend() { found.append("not all was answered after the restart") }
        if !client.make(3) { found.append("no new edits after the restart") }
        client.disconnect()
        server.program.signal(SIGTERM)
        let ending = server.program.ending()
        if ending != .exit(0) { found.append("the restarted server ended with \(ending as Any)") }
        let stored = try JournalReader(server.data).edits(of: client.document)
        let differences = client.differences(from: stored)
        if Set(stored.map(\.seq)) != Set(client.accepted.keys) {
            found.append("the journal holds other edits than were acknowledged")
        }
        return (seconds, differences.lost, found + differences.found)
    }
}

extension SweepSession {
    /// The history that a phase begins with.
    static func fixture(for phase: Phase) throws -> Fixture? {
        guard phase == .longRun || phase == .recovery else { return nil }
        var server = try LiveServer()
        var client = SweepClient()
        guard client.connect(to: server) else { throw Program.CannotStart(what: "no welcome") }
        let isFar = phase == .recovery
        if isFar {
            try fillLog(of: server, by: &client)
            server.program.signal(SIGKILL)
            _ = server.program.ending()
            client.disconnect()
            return Fixture(directory: server.directory, client: Carried(client))
        }
        // The snapshot is due at revision 1,000, shortly after so many edits as fill the log.
        try fillLog(of: server, by: &client)
        let room = client.accepted.count
        client.disconnect()
        server.stop()
        server = try LiveServer()
        client = SweepClient()
        _ = client.connect(to: server)
        while client.accepted.count < 1_000 - 15 - room {
            _ = client.make(min(100, 1_000 - 15 - room - client.accepted.count), window: 100)
        }
        client.disconnect()
        server.stop()
        return Fixture(directory: server.directory, client: Carried(client))
    }
}

extension LiveServer {
    /// The size of the write-ahead log.
    func walBytes() throws -> Int {
        try FileManager.default.attributesOfItem(atPath: data + "/journal.sqlite-wal")[.size]
            as? Int ?? 0
    }
}
