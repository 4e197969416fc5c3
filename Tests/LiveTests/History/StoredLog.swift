import Foundation
import SQLiteStore
import Store
import StoreTables
import TestKit
import Testing

@testable import Hosting
@testable import Operations
@testable import emojiart_server

/// What a server that has ended left of a document on the disk, judged by the protocol's page.
struct StoredLog: Sendable {
    /// An edit as its bytes tell it: they are those that members were sent.
    struct Edit: Sendable, Equatable, Decodable {
        let revision: Int
        let client: Int
        let seq: Int
        let operation: HistoryOperation
        let checksum: String?

        func isEdit(_ seq: Int, of client: Int) -> Bool {
            self.seq == seq && self.client == client
        }
    }

    struct Unreadable: Error {
        let what: String
    }

    /// All edits, in their order.
    let edits: [Edit]
    /// What is wrong with the log by itself: a gap, a repeat, a chain that its bytes do not give.
    let breaks: [String]
    /// The chain at its end (CK7), from the bytes.
    let chain: String

    /// Reads the whole log of a document; opening the journal copies it together.
    ///
    /// - Throws: when there is no such document, or it cannot be read.
    init(directory: String, document: String = "picnic") throws {
        // All edits, where the server reads only the latest.
        let found = try Journal.ask(directory, tailEdits: 1_000_000) { try $0.stored(document) }
        guard let stored = found else { throw Unreadable(what: "there is no \(document)") }
        try self.init(stored)
    }

    /// Judges what a store gave of a document, with all its edits.
    init(_ stored: StoredDocument) throws {
        var edits: [Edit] = []
        var breaks: [String] = []
        var chain = HistoryDigest.text((0, 0))
        let decoder = JSONDecoder()
        for row in stored.edits {
            let edit = try decoder.decode(Edit.self, from: Data(row.body))
            let revision = 1 + edits.count
            if row.revision != revision || edit.revision != revision {
                breaks.append("row \(row.revision) with edit \(edit.revision) is the \(revision).")
            }
            if edit.client != row.client || edit.seq != row.seq {
                breaks.append("row \(row.revision) is another's than its edit")
            }
            chain = HistoryDigest.extended(chain, by: row.body)
            if UInt64(chain, radix: 16) != row.chain {
                breaks.append("the chain at row \(row.revision) is not \(chain)")
            }
            edits.append(edit)
        }
        if Set(edits.map { [$0.client, $0.seq] }).count != edits.count {
            breaks.append("an edit is there twice")
        }
        (self.edits, self.breaks, self.chain) = (edits, breaks, chain)
    }

    /// Goes through the edits with the tests' own model of a document.
    ///
    /// - Parameter asked: what the client of an edit asked for; what is stored when it is not told.
    /// - Returns: the document at the end, and the first that is not as the model has it.
    func replayed(
        asked: (Edit) -> HistoryOperation = { $0.operation }
    ) -> (canvas: HistoryCanvas, wrong: [String]) {
        var canvas = HistoryCanvas()
        var wrong: [String] = []
        for edit in edits {
            let effective = canvas.effective(asked(edit))
            if effective != edit.operation {
                let texts = [edit.operation, effective].map { "\($0)".prefix(200) }
                wrong.append("revision \(edit.revision) is \(texts[0]), not \(texts[1])")
            }
            canvas.apply(edit.operation)
            if edit.checksum != canvas.checksum {
                wrong.append("revision \(edit.revision) has another checksum")
            }
        }
        return (canvas, Array(wrong.prefix(1)))
    }
}

extension Journal {
    /// Opens a journal for as long as something is asked of it.
    ///
    /// A journal that fails ends its process: here its thread stands still in place of that.
    static func ask<Answer>(
        _ directory: String,
        tailEdits: Int = JournalOptions().tailEdits,
        _ question: (Journal) throws -> Answer
    ) throws -> Answer {
        let isClosed = Reply<Bool>()
        let options = JournalOptions {
            $0.tailEdits = tailEdits
            $0.onFatal = { _ in
                isClosed.give(false)
                while true { pause() }
            }
        }
        let journal = try open(directory: directory, options: options)
        defer {
            Thread {
                journal.close()
                isClosed.give(true)
            }.start()
            _ = isClosed.wait()
        }
        return try question(journal)
    }

    /// Reads a document; nil when there is none.
    func stored(_ name: String) throws -> StoredDocument? {
        let reply = Reply<Result<StoredDocument?, StorageError>>()
        load(name) { reply.give($0) }
        guard let result = reply.wait() else {
            throw StoredLog.Unreadable(what: "the journal does not answer")
        }
        return try result.get()
    }
}

extension StoredLog {
    /// What a server would make of a document.
    enum Outcome {
        case served(StoredDocument)
        case refused(String)
        case absent
    }

    /// Opens and checks a data directory as a server does it, with the server's options.
    ///
    /// - Returns: what becomes of each document; none when the start is refused.
    static func outcomes(
        asServer directory: String,
        _ names: [String] = ["picnic"]
    ) -> (refusal: String?, documents: [String: Outcome]) {
        do {
            let pairs = try Journal.ask(directory) { journal in
                names.map { ($0, outcome(of: $0, in: journal)) }
            }
            return (nil, Dictionary(uniqueKeysWithValues: pairs))
        } catch {
            return ("\(error)", [:])
        }
    }

    private static func outcome(of name: String, in journal: Journal) -> Outcome {
        do {
            guard let stored = try journal.stored(name) else { return .absent }
            _ = try LoadingSession(stored)
            return .served(stored)
        } catch {
            return .refused("\(error)")
        }
    }
}

extension LiveServer {
    /// Ends it in good order; the log of its document, which is whole.
    func logAtEnd(sourceLocation: SourceLocation = #_sourceLocation) throws -> StoredLog {
        stop()
        let log = try StoredLog(directory: data)
        #expect(log.breaks.isEmpty, "\(log.breaks)", sourceLocation: sourceLocation)
        return log
    }
}
