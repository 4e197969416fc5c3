import Foundation
import Store
import TestKit
import Testing

/// A data directory of two documents that can be damaged again and again.
struct DamagedJournal {
    /// What a server makes of damaged files.
    struct Outcome: Equatable, CustomStringConvertible {
        /// Of each document, how many of its edits are served; nil where it is not served.
        var served: [String: Int?] = [:]
        var isRefused = false
        /// What is served and never was.
        var difference: String?
        var isWhole = false

        var name: String {
            if isRefused { return "start refused" }
            if difference != nil { return "other" }
            if isWhole { return "same" }
            return served.values.contains { $0 == nil } ? "document refused" : "less"
        }

        var description: String { "\(name) \(difference ?? "") \(served)" }
    }

    private static let names = ["picnic", "other"]
    private static let undigested: Set<String?> = ["another key", "another epoch"]

    private let directory: TemporaryDirectory
    private let documents: [String: StoredDocument]

    /// Makes both documents, then stops the server.
    ///
    /// With `kills` it is killed that often meanwhile. A start on what a kill left is one commit of
    /// the write-ahead log.
    init(edits: Int, kills: Int = 0) throws {
        let server = try LiveServer()
        directory = try TemporaryDirectory()
        var clients = [("picnic", edits), ("other", 60)].map { name, edits in
            (client: SweepClient(document: name), edits: edits)
        }
        for _ in 0..<max(1, kills) {
            for index in clients.indices {
                let count = clients[index].edits / max(1, kills)
                try clients[index].client.begin(on: server, count, window: 100)
                clients[index].client.disconnect()
            }
            if kills > 0 { try server.crash() }
        }
        if kills > 0 { server.kill() } else { server.stop() }
        try ServerData.copy(from: server.data, to: directory.path("data"))
        documents = StoredLog.outcomes(asServer: server.data, Self.names).documents
            .compactMapValues { if case .served(let stored) = $0 { stored } else { nil } }
        try #require(documents.count == Self.names.count)
    }

    func bytes(of file: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: directory.path("data/\(file)"))))
    }

    /// A copy in which a file has other bytes.
    private func copy(_ bytes: [UInt8], of file: String) throws -> TemporaryDirectory {
        let copy = try directory.copyOfData()
        try Data(bytes).write(to: URL(filePath: copy.path("data/\(file)")))
        return copy
    }

    /// What a server would make of it.
    func outcome(of bytes: [UInt8], in file: String) throws -> Outcome {
        let copy = try copy(bytes, of: file)
        let probe = StoredLog.outcomes(asServer: copy.path("data"), Self.names)
        var outcome = Outcome(isRefused: probe.refusal != nil)
        for (name, found) in probe.documents {
            guard let before = documents[name] else { continue }
            outcome.served[name] = .some(nil)
            switch found {
            case .refused: break
            case .absent:
                outcome.served[name] = 0
                if !file.hasSuffix("-wal") { outcome.difference = "\(name) is gone" }
            case .served(let stored):
                outcome.served[name] = stored.edits.count
                let difference = Self.difference(stored, before)
                // Of these SECURITY.md says that a changed bit is not found in the database; in the
                // log SQLite's own digests find it.
                let isFound = file.hasSuffix("-wal") || !Self.undigested.contains(difference)
                if let difference, isFound { outcome.difference = "\(name): \(difference)" }
            }
        }
        outcome.isWhole = documents.allSatisfy { outcome.served[$0.key] == $0.value.edits.count }
        // Of a log its end may go.
        if file.hasSuffix("-wal"), outcome.difference?.hasSuffix("an end") == true {
            outcome.difference = nil
        }
        return outcome
    }

    /// How what is served of a document differs from what was.
    private static func difference(_ one: StoredDocument, _ other: StoredDocument) -> String? {
        // What is served of an edit is its body, which the chain covers.
        let bodies = other.edits.prefix(one.edits.count).map(\.body)
        if one.edits.map(\.body) != bodies { return "other edits" }
        if one.epoch != other.epoch { return "another epoch" }
        if one.edits.count != other.edits.count { return "an end" }
        if one.snapshot?.revision != other.snapshot?.revision { return "another snapshot" }
        if one.clients.map(\.key) != other.clients.map(\.key) { return "another key" }
        if one.lastSeq != other.lastSeq { return "another last seq" }
        if one.answers.map(\.verdict) != other.answers.map(\.verdict) { return "other answers" }
        if one.answers.map(\.seq) != other.answers.map(\.seq) { return "answers to others" }
        return nil
    }

    /// Starts the real server on it: a damaged document is closed, the others can be edited.
    func start(on bytes: [UInt8], of file: String) throws {
        let expected = try outcome(of: bytes, in: file)
        let copy = try copy(bytes, of: file)
        guard !expected.isRefused else {
            let run = try Program.server(["--listen", "127.0.0.1:0", "--data", copy.path("data")])
            #expect(run.ending == .exit(65), "\(run.errors)")
            #expect(run.errors.count == 1)
            return
        }
        let server = try LiveServer(on: copy)
        for (name, served) in expected.served {
            let socket = try server.greet(key: 99, on: name)
            guard let served else {
                #expect(socket.readClose()?.code == 1011)
                continue
            }
            let welcome = try #require(socket.readMessage("welcome"))
            #expect(welcome["revision"]?.integer == served)
            let client = try #require(welcome["client"]?.integer)
            socket.sendText(LiveServer.add(seq: 1, id: "\(client).1"))
            guard let edit = socket.readMessage("edit") else {
                // A page that only a write reads: the server ends, with nothing answered.
                let run = server.program.finish()
                #expect(run.ending == .exit(65) || run.ending == .exit(70), "\(run.errors)")
                #expect(run.errors.contains { $0.contains("malformed") }, "\(run.errors)")
                return
            }
            #expect(edit["revision"]?.integer == served + 1)
        }
        server.stop()
        for case (let name, let served?) in expected.served {
            let log = try StoredLog(directory: copy.path("data"), document: name)
            #expect(log.breaks.isEmpty, "\(log.breaks)")
            #expect(log.edits.count == served + 1)
        }
    }
}
