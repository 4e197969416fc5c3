import Foundation
import Testing

/// The worst forms of prose are in no page, help text, label or message.
struct WordTests {
    /// The forms that a reader stumbles over, and the words to use.
    private static let forms: [(pattern: String, instead: String)] = [
        (#"^(Who|Whoever|What)\b(?!.*\?$)"#, "begin with the thing that acts, as a noun"),
        (#"\banew\b"#, "again"),
        (#"\b(is|are|be|was|were) told\b"#, "is notified, gets, learns"),
        (#"\bso (many|much|long)\b(?! (as|that)\b)"#, "this number, at most, for N seconds"),
        (#"^(Has|Have|Lets|Let) \w+( \w+)? (be|do|go|know|take|make|have|stand)\b"#, "the verb"),
        (#"\b[Ww]hoever\b"#, "a user, a member, an operator"),
        (#"\b(has|have|with|in|to) it( \w+)? (be|do|go|know)\b"#, "the verb"),
        (#"\belsewhere\b"#, "on another server, in another file"),
        (#"\bprocessor time\b"#, "CPU time"),
        (#"\b(no|not) more than so\b"#, "at most"),
    ]

    private static var pages: [SourceFile] {
        let names = ["SECURITY.md", "CONTRIBUTING.md"]
        let markdown = Repository.texts.filter { $0.path.hasSuffix(".md") }
        let words = ["help", "labels", "messages"].map { "Tests/Words/\($0).txt" }
        return (markdown + (names + words).compactMap(Repository.file)).filter { file in
            !file.path.hasPrefix("Tests/Fuzz")
        }
    }

    /// The sentences of a page: of paragraphs, list items and table cells, without code.
    private static func sentences(of file: SourceFile) -> [String] {
        let isProse = file.path.hasSuffix(".md")
        var isCode = false
        var paragraphs: [String] = []
        for line in file.lines {
            if line.hasPrefix("```") { isCode.toggle() }
            let text = line.trimmingCharacters(in: .whitespaces)
            let isNew = !isProse || text.isEmpty || text.contains(/^([-*#|>]|\d+\. |```)/)
            if isCode || isNew || paragraphs.isEmpty { paragraphs.append("") }
            guard !isCode, !text.hasPrefix("```") else { continue }
            paragraphs[paragraphs.count - 1] += " " + text
        }
        return paragraphs.flatMap { paragraph in
            paragraph.replacing(/`[^`]*`/, with: "CODE")
                .replacing(/^[ #*>-]+/, with: "")
                .replacing(#/([.?!:;]\**) /#) { "\($0.output.1)|" }
                .split(separator: "|")
                .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " *_")) }
        }
    }

    /// Finds the worst forms, each pattern compiled once.
    private struct Check {
        private let forms: [(pattern: Regex<AnyRegexOutput>, instead: String)]

        init() throws {
            forms = try WordTests.forms.map { (try Regex($0.pattern), $0.instead) }
        }

        /// The words to use in place of a sentence's first fault; nil without one.
        func fault(in sentence: String) -> String? {
            forms.first { sentence.contains($0.pattern) }?.instead
        }
    }

    @Test func `pages, help, labels and messages have none of the worst forms`() throws {
        #expect(Self.pages.count > 15)
        let check = try Check()
        for file in Self.pages {
            for sentence in Self.sentences(of: file) {
                if let instead = check.fault(in: sentence) {
                    Issue.record("\(file.path): \"\(sentence)\": say \(instead)")
                }
            }
        }
    }

    @Test(arguments: [
        ("Who joins waits until all is known.", true), ("What is sent first is the welcome.", true),
        ("What is it?", false), ("A client that joins waits.", false),
        ("The state is fetched anew.", true), ("Members are told of it.", true),
        ("After so many edits a state is stored.", true), ("so long as it is open", false),
        ("Have a document be unloaded.", true), ("Have a look.", false),
    ])
    func `the check finds the worst forms`(sentence: String, isFound: Bool) throws {
        #expect(try (Check().fault(in: sentence) != nil) == isFound)
    }

    @Test func `the first page uses every word of the glossary`() throws {
        let page = try #require(Repository.file("Sources/Documentation/README.md"))
        let bold = Set(
            page.lines.joined(separator: " ").matches(of: /\*\*([^*]+)\*\*/).map { match in
                String(match.1).lowercased()
            }
        )
        let lines = try #require(Repository.file("Protocol/PROTOCOL.md")).lines
        let table = lines.drop { !$0.hasPrefix("## 1. Vocabulary") }
            .prefix { !$0.hasPrefix("A whole session") }
        let cells = table.compactMap { line -> Substring? in
            line.firstMatch(of: /^\| [^|]*\| ([^|]+) \|/)?.1
        }
        // The first two rows are the head of the table.
        let glossary = cells.dropFirst(2).flatMap { cell in
            cell.replacing(";", with: ",").components(separatedBy: ", ")
        }
        #expect(glossary.count > 30)
        for word in glossary {
            let isUsed = bold.contains { $0.hasPrefix(word.prefix(max(4, word.count - 1))) }
            #expect(isUsed, "\(word) is in the glossary, and not on the first page")
        }
    }
}
