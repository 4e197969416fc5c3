import Foundation
import TestKit
import Testing

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

    private static let editsAfter = 40
    /// Edits of the first edits that come one by one, and then at once.
    static let editsAlone = 12

    let phase: Phase
    private(set) var directory: TemporaryDirectory
    var client: SweepClient
    private(set) var ending: Program.Ending?
    private(set) var errors: [String] = []
    /// Whether it came to its end: the start to its banner, the work to its last answer.
    private(set) var isDone = false
    private(set) var calls: [Strace.Call] = []

    /// Plays a phase to its end, or to the server's; only the calls that use a file count if one is
    /// named.
    init(
        _ phase: Phase,
        on fixture: Fixture? = nil,
        breaking fault: String?,
        of file: String? = nil
    ) throws {
        self.phase = phase
        directory = try fixture?.directory.copyOfData() ?? TemporaryDirectory()
        client = fixture?.client.value ?? SweepClient()
        if phase.isOfStart { try start(fault) } else { try serve(fault, file) }
        calls = try Strace.calls(log)
    }

    /// Whether the call that was to be broken was made.
    var isReached: Bool { calls.contains(where: \.isBroken) }

    private var log: String { directory.path("calls") }

    /// Damages a file of a copy of what it left, starts the server on that, and asks it.
    func expectWhole(
        _ what: String,
        damaging file: String,
        _ damage: (inout Data) -> Void
    ) throws {
        var torn = self
        torn.directory = try directory.copyOfData()
        let path = URL(filePath: torn.directory.path("data/\(file)"))
        var bytes = try Data(contentsOf: path)
        damage(&bytes)
        try bytes.write(to: path)
        let (_, lost, found) = try torn.recover()
        #expect(lost == 0, "\(what)")
        #expect(found.isEmpty, "\(what): \(found)")
    }

    private mutating func start(_ fault: String?) throws {
        let program = try Program(
            "emojiart-server",
            ["--listen", "127.0.0.1:0", "--data", directory.path("data")],
            under: try Strace.launcher(phase.kinds, fault, log: log)
        )
        if program.output.line(where: { $0.contains("open    http://") }) != nil {
            isDone = true
            program.signal(SIGTERM)
        }
        let run = program.finish()
        (ending, errors) = (run.ending, run.errors)
    }

    private mutating func serve(_ fault: String?, _ file: String?) throws {
        let server = try LiveServer(on: directory)
        if phase == .longRun {
            guard client.connect(to: server) else { throw Program.CannotStart(what: "no welcome") }
        }
        let tracer = try Strace.attach(
            to: server.program,
            phase.kinds,
            fault,
            file: file.map { directory.path("data/\($0)") },
            log: log
        )
        if phase == .longRun {
            isDone = client.make(Self.editsAfter)
        } else if client.connect(to: server) {
            isDone = client.make(Self.editsAlone) && client.make(12, window: 12)
        }
        client.disconnect()
        server.program.signal(SIGTERM)
        let run = server.program.finish()
        (ending, errors) = (run.ending, run.errors)
        _ = tracer.ending()
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
        let shown = try Self.shown(of: client.document, at: server)
        client.disconnect()
        server.program.signal(SIGTERM)
        let ending = server.program.ending()
        if ending != .exit(0) { found.append("the restarted server ended with \(ending as Any)") }
        let stored = try StoredLog(directory: server.data, document: client.document)
        let differences = client.differences(from: stored)
        if Set(stored.edits.map(\.seq)) != Set(client.accepted.keys) {
            found.append("the journal holds other edits than were acknowledged")
        }
        if shown.checksum != stored.replayed().canvas.checksum {
            found.append("another document was served than is on the disk")
        }
        if shown.chain != stored.chain { found.append("another chain was served") }
        return (seconds, differences.lost, found + differences.found)
    }

    /// What a newcomer is served; gone again at the end, for a server that ends waits for everyone.
    private static func shown(
        of document: String,
        at server: LiveServer
    ) throws -> (chain: String?, checksum: String?) {
        let (viewer, welcome) = try server.join(document)
        let snapshot = viewer.readMessage("snapshot")
        return (welcome["chain"]?.string, snapshot?["checksum"]?.string)
    }
}

// The histories that phases begin with.
extension SweepSession {
    /// A data directory with a history, and the client that made it.
    struct Fixture: Sendable {
        let directory: TemporaryDirectory
        let client: Carried<SweepClient>
    }

    private static let walFrameBytes = 24 + 2_048
    /// The write-ahead log is copied into the database from 2,000 pages on.
    ///
    /// A start on what a kill left adds some, and SQLite's commit of a state some more.
    private static let pagesBefore = 1_992
    /// A state is stored at revision 1,000.
    private static let editsBefore = 980
    /// Edits that the commit log alone holds.
    private static let editsInCommitLog = 8

    static func fixture(for phase: Phase) throws -> Fixture? {
        switch phase {
        case .firstStart, .firstEdits: nil
        case .longRun: try killed(edits: editsBefore, nearCheckpoint: true)
        case .recovery: try killed(edits: 40, nearCheckpoint: false)
        }
    }

    /// Stores pictures until a checkpoint is near: SQLite commits each, and edits only in bulk.
    static func fillLog(of server: LiveServer, _ document: String) throws {
        var width: UInt32 = 1
        while case let missing = try pagesBefore * walFrameBytes - server.walBytes(), missing > 0 {
            let picture = SamplePicture.png(
                width: width,
                bytes: min(400_000, max(500, missing - 9_000))
            )
            let path = "/documents/\(document)/background"
            let answer = try server.request(path, method: "PUT", sending: picture)
            guard answer.status == 201 else { throw Program.CannotStart(what: "no picture") }
            width += 1
        }
    }

    /// What a server leaves that was killed after some edits, which are in both logs.
    private static func killed(edits: Int, nearCheckpoint: Bool) throws -> Fixture {
        let server = try LiveServer()
        var client = SweepClient()
        func make(_ count: Int, window: Int) throws {
            guard client.make(count, window: window) else {
                throw Program.CannotStart(what: "no answers")
            }
        }
        guard client.connect(to: server) else { throw Program.CannotStart(what: "no welcome") }
        try make(1, window: 1)
        while client.accepted.count < edits {
            try make(min(100, edits - client.accepted.count), window: 100)
        }
        if nearCheckpoint {
            try fillLog(of: server, client.document)
        } else {
            try server.crash()
            _ = client.connect(to: server)
        }
        try make(editsInCommitLog, window: 1)
        server.kill()
        client.disconnect()
        return Fixture(directory: server.directory, client: Carried(client))
    }
}

extension LiveServer {
    func walBytes() throws -> Int {
        try FileManager.default.attributesOfItem(atPath: data + "/journal.sqlite-wal")[.size]
            as? Int ?? 0
    }
}
