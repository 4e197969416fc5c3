internal import EmojiArt

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
            "\(document): revision \(revision), \(emojis) emojis, chain \(Self.word(chain))"
        guard !problems.isEmpty else { return facts + ", sound" }
        return ([facts + ", DAMAGED"] + problems.map { "  \($0)" }).joined(separator: "\n")
    }

    /// A line for programs.
    package var json: String {
        var writer = JSONWriter(capacity: 256)
        writer.raw("{\"document\":")
        writer.string(document)
        writer.raw(",\"revision\":")
        writer.integer(revision)
        writer.raw(",\"edits\":")
        writer.integer(edits)
        writer.raw(",\"emojis\":")
        writer.integer(emojis)
        writer.raw(",\"images\":")
        writer.integer(images)
        writer.raw(",\"chain\":")
        writer.word(chain.bits)
        writer.raw(",\"problems\":")
        writer.array(problems) { writer, problem in writer.string(problem) }
        writer.raw("}")
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static func word(_ chain: Checksum) -> String {
        let digits = String(chain.bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
