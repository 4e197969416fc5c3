import EmojiArt
import Foundation
import TestKit
import Testing

/// Data directories that are copied file by file while the server writes them, against the book.
@Suite(.aside) struct LiveCopyTests {
    private static let copies = 24
    private static let started = 6
    private static let names = ["journal.sqlite", "journal.sqlite-wal", "journal.sqlite-commits"]

    /// Copies the files, each of them first, in between and last, with edits between and after.
    private static func copy(
        _ server: LiveServer,
        _ writer: Writer,
        _ round: Int
    ) throws -> TemporaryDirectory {
        let copy = try TemporaryDirectory()
        try FileManager.default.createDirectory(
            atPath: copy.path("data"),
            withIntermediateDirectories: false
        )
        let rotated = names[(round % 3)...] + names[..<(round % 3)]
        for name in round.isMultiple(of: 2) ? Array(rotated) : rotated.reversed() {
            try FileManager.default.copyItem(
                atPath: server.data + "/" + name,
                toPath: copy.path("data/" + name)
            )
            #expect(writer.more(round * 17 % 200))
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
        throws
    {
        let server = Carried(try LiveServer(["--messages-per-second", "1000000"]))
        let writer = Writer()
        let work = writer.start(on: server, "picnic")
        defer { writer.stop() }
        // Long enough for a stored state, and for a log that was copied and begun anew.
        #expect(writer.more(1_200))
        let copies = try (1...Self.copies).map { try Self.copy(server.value, writer, $0) }
        writer.stop()
        let client = try #require(work.wait()?.value)
        server.value.stop()
        let whole = try client.check(in: server.value.data)
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
