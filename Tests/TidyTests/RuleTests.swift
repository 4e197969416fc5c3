import Foundation
import Testing

/// The protocol's page and the tests belong together: each rule is shown by a test whose name
/// begins with the rule's id, or with several ids.
struct RuleTests {
    @Test func `each rule is named by a test`() throws {
        let tested = Set(try Self.testedRules().map(\.id))
        let missing = try Self.rules().filter { !tested.contains($0) }
        #expect(missing.isEmpty, "without a test: \(missing.joined(separator: " "))")
    }

    @Test func `each test names rules that there are`() throws {
        let rules = Set(try Self.rules() + FaultTests.faults())
        for (id, place) in try Self.testedRules() {
            #expect(rules.contains(id), "\(place) names \(id)")
        }
    }

    @Test func `rules of the protocol are numbered without gaps`() throws {
        let rules = try Self.rules(of: "Protocol/PROTOCOL.md")
        #expect(rules.count > 100)
        for (prefix, ids) in Dictionary(grouping: rules, by: { $0.prefix(2) }) {
            #expect(Set(ids) == Set((1...ids.count).map { "\(prefix)\($0)" }))
        }
    }

    @Test func `the page can be read`() throws {
        let page = try #require(Repository.file("Protocol/PROTOCOL.md"))
        #expect((350...770).contains(page.lines.count))
        for (index, line) in page.lines.enumerated() {
            #expect(line.count <= 120, "line \(index + 1)")
        }
    }

    @Test func `LM1 the page's limits are those of the code`() throws {
        let page = try #require(Repository.file("Protocol/PROTOCOL.md"))
        let listed = page.lines.compactMap { line in
            line.firstMatch(of: /^\| `(\w+)` \| ([\d,]+) \| .+ \|$/).map { match in
                "\(match.1) \(match.2.filter { $0 != "," })"
            }
        }
        let code = try #require(Repository.file("Sources/EmojiArt/Limits.swift"))
        let defined = code.lines.compactMap { line in
            line.firstMatch(
                of: /^ +public static let (\w+)(?:: Whole)? = (?:limit\()?([\d_]+)/
            ).map { match in
                "\(match.1) \(match.2.filter { $0 != "_" })"
            }
        }
        #expect(defined.count > 30)
        #expect(defined.count == code.lines.count { $0.contains("static let") })
        #expect(listed == defined)
    }

    @Test func `a planted bug is named for the rule that it breaks`() throws {
        let folder = Repository.root.appending(path: "Tests/Simulation/Planted").path
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".patch") }.sorted()
        let faults = Repository.file("Protocol/FAULTS.md")?.lines.joined() ?? ""
        let rules = try Set(Self.rules())
        #expect((1...40).contains(names.count))
        for (index, name) in names.enumerated() {
            let parts = name.split(separator: "-")
            let rule = String(parts[1])
            #expect(Int(parts[0]) == index + 1, "\(name)")
            #expect(rules.contains(rule) || faults.contains("**\(rule)**"), "\(name)")
        }
    }

    /// The ids of the rules of all pages, in their order.
    private static func rules() throws -> [String] {
        try ["PROTOCOL", "CLIENTS", "SERVERS"].flatMap { try rules(of: "Protocol/\($0).md") }
    }

    private static func rules(of path: String) throws -> [String] {
        try #require(Repository.file(path)).lines.compactMap { line in
            line.firstMatch(of: /^- \*\*([A-Z]{1,2}[0-9]+[a-z]?(?:-[0-9]+)?)\*\* .+/)
                .map { String($0.1) }
        }
    }

    /// The ids that tests' names begin with, in Swift, JavaScript and Python, where the hyphen of
    /// an id is an underscore.
    static func testedRules() throws -> [(id: String, place: String)] {
        let begin = #"(?:func `|\b(?:test|it)\(\s*["'`]|def test_)"#
        let id = #"[A-Z]{1,2}[0-9]+[a-z]?(?:[-_][0-9]{1,2}(?=[ _]))?"#
        let names = try Regex("\(begin)((?:\(id)[ _])+)", as: (Substring, Substring).self)
        let ids = try Regex(id)
        return Repository.texts.filter { $0.path.hasPrefix("Tests/") }.flatMap { file in
            file.code.flatMap { line, text in
                (text.firstMatch(of: names)?.1 ?? "")
                    .matches(of: ids)
                    .map {
                        (String(text[$0.range].replacing("_", with: "-")), "\(file.path):\(line)")
                    }
            }
        }
    }
}
