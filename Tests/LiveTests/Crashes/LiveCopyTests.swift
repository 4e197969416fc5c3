import EmojiArt
import Foundation
import Synchronization
import TestKit
import Testing

/// Data directories that are copied file by file while the server writes them, against the book.
struct LiveCopyTests {
    /// A client that edits without a pause until it is told to stop.
    private final class Hammer: Sendable {
        private struct State {
            var answered = 0
            var isStopping = false
        }

        private let state = Mutex(State())

        /// Edits that were answered so far.
        var answered: Int { state.withLock { $0.answered } }

        func stop() { state.withLock { $0.isStopping = true } }

        /// Makes edits; false when the server ended the connection.
        func work(_ client: inout SweepClient) -> Bool {
            while !state.withLock({ $0.isStopping }) {
                guard client.make(6, window: 6) else { return false }
                let count = client.answers.count
                state.withLock { $0.answered = count }
            }
            return true
        }

        /// Waits until so many more are answered.
        func more(_ count: Int) -> Bool {
            let goal = answered + count
            return Wait.until { answered >= goal }
        }
    }

    private static let copies = 24
    private static let started = 6
    private static let names = ["journal.sqlite", "journal.sqlite-wal"]

    /// Copies the two files, one in each order, with edits before, between and after.
    private static func copy(
        _ server: LiveServer,
        _ hammer: Hammer,
        _ round: Int
    ) throws -> TemporaryDirectory {
        let copy = try TemporaryDirectory()
        try FileManager.default.createDirectory(
            atPath: copy.path("data"),
            withIntermediateDirectories: false
        )
        for name in round.isMultiple(of: 2) ? names : names.reversed() {
            try FileManager.default.copyItem(
                atPath: server.data + "/" + name,
                toPath: copy.path("data/" + name)
            )
            #expect(hammer.more(round * 17 % 200))
        }
        return copy
    }

    /// What a copy gives: nothing, or a beginning of the history.
    private static func served(_ copy: TemporaryDirectory, _ whole: StoredLog) throws -> String {
        let probe = try copy.copyOfData()
        let (refusal, documents) = StoredLog.outcomes(asServer: probe.path("data"))
        if refusal != nil { return "refused" }
        switch documents["picnic"] {
        case nil, .refused: return "document refused"
        case .absent: return "empty"
        case .served:
            let log = try StoredLog(directory: copy.path("data"))
            #expect(log.breaks.isEmpty, "\(log.breaks)")
            #expect(log.edits == Array(whole.edits.prefix(log.edits.count)))
            return "a beginning"
        }
    }

    /// The real server on a copy: it refuses it, or what it serves is what was there at a time.
    private static func start(_ copy: TemporaryDirectory, _ whole: StoredLog) throws {
        let server: LiveServer
        do { server = try LiveServer(on: copy) } catch { return }
        let socket = try server.greet()
        while let frame = socket.readMessage() {
            if frame.opcode == 8 {
                #expect(frame.code == 1011)
                break
            }
            guard let message = try? JSONLine(frame.payload), message.type == "snapshot" else {
                continue
            }
            let revision = try #require(message["revision"]?.integer)
            try #require(revision <= whole.edits.count)
            if revision > 0 {
                #expect(message["checksum"]?.string == whole.edits[revision - 1].checksum)
            }
            break
        }
        server.program.signal(SIGTERM)
        let run = server.program.finish()
        // Files of two times may not fit together: that is found when the log is copied, at last.
        let isTold = run.errors.contains { $0.contains("the journal is damaged") }
        #expect(run.ending == .exit(0) || run.ending == .exit(70) && isTold, "\(run.errors)")
    }

    @Test func `FA13 a copy made while the server writes is refused or is a part of its history`()
        async throws
    {
        let server = try await Aside.run {
            Carried(try LiveServer(["--messages-per-second", "1000000"]))
        }
        let hammer = Hammer()
        async let work = Aside.run {
            var client = SweepClient()
            let isDone = client.connect(to: server.value) && hammer.work(&client)
            client.disconnect()
            return (isDone: isDone, client: Carried(client))
        }
        let copies = try await Aside.run {
            defer { hammer.stop() }
            // Long enough for a stored state, and for a log that was copied and begun anew.
            #expect(hammer.more(1_200))
            return try (1...Self.copies).map { try Self.copy(server.value, hammer, $0) }
        }
        let (isDone, client) = try await work
        #expect(isDone)
        try await Aside.run {
            server.value.stop()
            let whole = try StoredLog(directory: server.value.data)
            #expect(client.value.differences(from: whole).found.isEmpty)
            var endings: [String: Int] = [:]
            for (index, copy) in copies.enumerated() {
                // Whoever opens it writes to it, so each gets a copy of its own.
                if index < Self.started { try Self.start(copy.copyOfData(), whole) }
                endings[try Self.served(copy, whole), default: 0] += 1
            }
            print("FA13: live copies of \(whole.edits.count) edits: \(endings)")
            #expect(endings["a beginning", default: 0] > 0)
        }
    }
}
