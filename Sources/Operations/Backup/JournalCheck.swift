internal import EmojiArt
package import SQLiteStore
internal import Store
internal import Wire

/// What was found of a stored journal as a whole.
package struct JournalCheck: Sendable {
    private(set) var documents = 0
    private(set) var edits = 0
    /// What is wrong besides what its documents tell.
    private(set) var problems: [String] = []
    private(set) var damaged: [DocumentCheck] = []

    /// True when nothing is wrong.
    package var isSound: Bool { problems.isEmpty && damaged.isEmpty }

    var allProblems: [String] {
        problems + damaged.map { "\($0.document): \($0.problems.joined(separator: ", "))" }
    }

    /// Checks a journal, of whose file some problems were `found` already; `each` gets each
    /// document as soon as it is checked.
    ///
    /// - Complexity: O(bytes); of edits some 100,000 a second.
    package init(
        _ journal: StoredJournal,
        besides found: [String] = [],
        each: (DocumentCheck) -> Void = { _ in }
    ) {
        problems = found + journal.damage()
        do throws(StorageError) {
            for document in try journal.documents() {
                let check = HistoryCheck.check(document, of: journal)
                documents += 1
                edits += check.edits
                if !check.problems.isEmpty { damaged.append(check) }
                each(check)
            }
        } catch {
            problems.append("\(error)")
        }
    }

    /// Checks a backup's file.
    ///
    /// - Throws: `BackupError.notABackup`, or what opening it throws.
    package init(backup path: String, each: (DocumentCheck) -> Void = { _ in }) throws {
        let seal = try BackupSeal(of: path)
        let journal = try StoredJournal(backup: path)
        self.init(journal, besides: seal.problems, each: each)
    }

    /// The last line for people.
    package var text: String {
        let facts = "\(documents) documents, \(edits) edits"
        if isSound { return "\(facts): all sound" }
        let count = "\(damaged.count) documents damaged"
        return ([facts + ": \(count)"] + problems.map { "  \($0)" }).joined(separator: "\n")
    }

    /// The last line for programs.
    package var json: String {
        var writer = JSONWriter(capacity: 256)
        writer.integer("{\"documents\":", documents)
        writer.integer(",\"edits\":", edits)
        writer.raw(",\"sound\":\(isSound)")
        writer.array(",\"damaged\":", damaged) { writer, check in writer.string(check.document) }
        writer.array(",\"problems\":", problems) { writer, problem in writer.string(problem) }
        writer.raw("}")
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

/// What was found of one document of a stored journal.
package struct DocumentCheck: Sendable {
    let document: String
    var revision = 0
    var edits = 0
    var emojis = 0
    var images = 0
    var chain = Checksum.zero
    /// What is wrong, and where; nothing when all is sound.
    var problems: [String] = []

    init(document: String) { self.document = document }

    /// Enough to see what is the matter: what follows the first fault is often its doing.
    private static let problemsMax = 10

    mutating func note(_ problem: String) {
        if problems.count < Self.problemsMax { problems.append(problem) }
    }

    /// A line for people.
    package var text: String {
        let facts =
            "\(document): revision \(revision), \(emojis) emojis, chain \(chain.bits.digits)"
        guard !problems.isEmpty else { return facts + ", sound" }
        return ([facts + ", DAMAGED"] + problems.map { "  \($0)" }).joined(separator: "\n")
    }

    /// A line for programs.
    package var json: String {
        var writer = JSONWriter(capacity: 256)
        writer.string("{\"document\":", document)
        writer.integer(",\"revision\":", revision)
        writer.integer(",\"edits\":", edits)
        writer.integer(",\"emojis\":", emojis)
        writer.integer(",\"images\":", images)
        writer.word(",\"chain\":", chain.bits)
        writer.array(",\"problems\":", problems) { writer, problem in writer.string(problem) }
        writer.raw("}")
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
