import Foundation
import Testing

/// A figure that a page states is the one that the code, a test or a measurement has.
struct FigureTests {
    private static let documentation = "Sources/Documentation"
    private static let promises = "Sources/Documentation/Promises.md"
    private static let history = "Sources/Documentation/History.md"
    private static let hosting = "Sources/Documentation/Hosting.md"
    private static let limits = "Sources/EmojiArt/Limits.swift"
    private static let connection = "Sources/WebSockets/ConnectionLimits.swift"
    private static let options = "Sources/Operations/Configuration/ServerOptions.swift"
    private static let hostingOptions = "Sources/Hosting/HostingOptions.swift"
    private static let shape = "Tests/TidyTests/ShapeTests.swift"
    private static let unit = "Sources/emojiart-server/Packaging/emojiart-server.service"
    private static let recovery = "Tests/LiveTests/Crashes/RecoveryTimeTests.swift"
    private static let suite = "Tests/WebSocketsTests/Conformance/LiveTests+Conformance.swift"
    private static let faults = "Protocol/FAULTS.md"
    private static let contributing = "CONTRIBUTING.md"

    /// Pages that state a figure, and the files that decide it.
    ///
    /// Each pattern has one group; its digits are compared.
    private static let figures: [(String, String, String, String)] = [
        (faults, #"FA42.*? beyond ([\d,]+) emojis"#, limits, #"emojisMax = \D*([\d_]+)"#),
        (faults, #"FA45.*?at most ([\d,]+) ids"#, limits, #"idsMax = ([\d_]+)"#),
        (faults, #"FA57.*? after (\d+) "#, connection, #"fragmentsMax = (\d+)"#),
        (faults, #"FA63.*? after (\d+) s"#, connection, #"handshakeTimeoutSeconds = (\d+)"#),
        (faults, #"FA67.*?pinged after (\d+) s"#, connection, #"pingIntervalSeconds = (\d+)"#),
        (faults, #"FA67.*?disconnected after (\d+) s"#, connection, #"idleTimeoutSeconds = (\d+)"#),
        ("CHANGELOG.md", #"of up to ([\d,]+) emojis"#, limits, #"emojisMax = \D*([\d_]+)"#),
        (promises, #"after (\d+) s of silence"#, connection, #"idleTimeoutSeconds = (\d+)"#),
        (promises, #"([\d,]+) documents, a log"#, recovery, #"documents = ([\d_]+)"#),
        (promises, #"(\d+) cases of WebSocket"#, suite, #"count == (\d+)"#),
        (history, #"a state every ([\d,]+) edits"#, limits, #"editsPerSnapshot = \D*([\d_]+)"#),
        (history, #"([\d,]+) edits of a document, from"#, limits, #"keptEditsMax = \D*([\d_]+)"#),
        (hosting, #"watchdog \((\d+) s\)"#, unit, #"WatchdogSec=(\d+)s"#),
        (hosting, #"server pings after (\d+)"#, connection, #"pingIntervalSeconds = (\d+)"#),
        (
            "\(documentation)/Backup.md", #"`backup-minutes` \| (\d+) "#, options,
            #"backupMinutes = (\d+)"#
        ),
        (
            "SECURITY.md", #"at least (\d+) bytes"#, "Sources/Tokens/TokenKeys.swift",
            #"secretBytesMin = (\d+)"#
        ),
        (contributing, #"at (\d+) look for the second"#, shape, #"fileLinesMax = (\d+)"#),
        (contributing, #"Lines of (\d+) columns"#, shape, #"columnsMax = (\d+)"#),
        (contributing, #"functions of (\d+) lines"#, shape, #"functionLinesMax = (\d+)"#),
    ]

    private static func lines(_ path: String) throws -> [String] {
        try #require(Repository.file(path), "\(path) is not there").lines
    }

    /// The digits of the first group that a pattern finds in a file.
    private static func digits(_ pattern: String, in path: String) throws -> String {
        // A sentence may go over the end of a line.
        let text = try lines(path).joined(separator: " ").replacing(#/ +/#, with: " ")
        let found = try #require(
            text.firstMatch(of: try Regex(pattern)),
            "\(path) has no \(pattern)"
        )
        return String((found.output[1].substring ?? "").filter(\.isNumber))
    }

    @Test(arguments: figures)
    func `a figure in prose is the one of its source`(
        page: String,
        stated: String,
        source: String,
        decided: String
    ) throws {
        #expect(try Self.digits(stated, in: page) == Self.digits(decided, in: source))
    }

    @Test func `Operating names each limit with its default`() throws {
        let page = try Self.lines("\(Self.documentation)/Operating.md")
        let code = try (Self.lines(Self.options) + Self.lines(Self.hostingOptions)).joined(
            separator: "\n"
        )
        var count = 0
        for line in page {
            let limits = /^\| (`[a-z`, -]+`) \| ([\d,]+(?:, [\d,]+)*)\b/
            guard let row = line.firstMatch(of: limits) else { continue }
            let names = row.1.matches(of: /[a-z-]+/).map { String($0.0) }
            let values = row.2.split(separator: ", ").map { $0.filter(\.isNumber) }
            for (name, value) in zip(names, values) {
                let words = name.split(separator: "-")
                let property = words.dropFirst().reduce(String(words[0])) { $0 + $1.capitalized }
                let defined = code.firstMatch(of: try Regex("var \(property) = ([\\d_]+)"))
                // A default that another constant has is looked up by the tests of settings.
                guard let defined, let digits = defined.output[1].substring else { continue }
                #expect(digits.filter(\.isNumber) == value, "\(name)")
                count += 1
            }
        }
        #expect(count >= 11)
    }

    @Test func `README counts faults and planted bugs as they are`() throws {
        let faults = try Self.lines(Self.faults).count { $0.hasPrefix("| **FA") }
        #expect(try Self.digits(#"the (\d+) faults that"#, in: "README.md") == "\(faults)")
        let folder = Repository.root.appending(path: "Tests/Simulation/Planted").path
        let bugs = try FileManager.default.contentsOfDirectory(atPath: folder)
            .count { $0.hasSuffix(".patch") }
        #expect(try Self.digits(#"all (\d+) bugs that we planted"#, in: "README.md") == "\(bugs)")
    }

    /// The cells of the rows of a page's tables, by the first.
    private static func rows(_ path: String) throws -> [[String]] {
        try lines(path).filter { $0.hasPrefix("| ") }.map { line in
            line.split(separator: "|").map { cell in
                cell.replacing("**", with: "").trimmingCharacters(in: .whitespaces)
            }
        }
    }

    @Test func `README's figures of speed are rows of the latest measurement`() throws {
        let measured = try Self.rows("Tests/Benchmark/BENCHMARKS.md").filter { $0.count >= 9 }
        let stated = try Self.rows("README.md").filter { $0.count == 3 && $0[0].contains(": ") }
        #expect(stated.count == 3)
        let chart = try Self.lines("Tests/Benchmark/deliveries.svg").joined()
        for row in stated {
            let source = try #require(measured.first { $0[0] == row[0] }, "\(row[0])")
            #expect(row == [source[0], source[3], source[4]])
            let drawn = String(format: "%.1f µs", try #require(Double(source[7])))
            #expect(chart.contains(">\(row[0])<") && chart.contains(">\(drawn),"), "\(row[0])")
        }
    }

    @Test func `README's rows about lost edits are those of the page of trust`() throws {
        let measured = try Self.rows("\(Self.documentation)/Trust.md").filter { $0.count == 7 }
        let stated = try Self.rows("README.md").filter { $0.count >= 3 && $0[2].contains(" of ") }
        #expect(stated.filter { $0[2].first?.isNumber == true }.count == 4)
        for row in stated where row[2].first?.isNumber == true {
            let numbers = row[2].components(separatedBy: " of ")
            let source = measured.first { $0[0] == row[0] && $0[3] == numbers[1] }
            let lost = try #require(source, "\(row[0])")[4].split(separator: " ").first
            #expect(lost.map(String.init) == numbers[0], "\(row[0])")
        }
    }

    @Test func `README and CONTRIBUTING are short`() throws {
        #expect(try Self.lines("README.md").count <= 150)
        #expect(try Self.lines("CONTRIBUTING.md").count <= 120)
    }
}
