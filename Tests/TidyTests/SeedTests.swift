import Foundation
import Testing

/// The inputs of tests are fixed by the commit: no clock and no unseeded chance chooses them.
///
/// A run that fails fails again, for everybody. `make soak` alone draws seeds, in the Makefile, and
/// prints them.
struct SeedTests {
    /// What reads a clock as a number, or draws without a seed, by the ending of the file.
    private static let forbidden = [
        "swift": [
            "timeIntervalSince1970", " time(nil)", "(time(nil)", "systemUptime", "clock_gettime",
            "SystemRandomNumberGenerator", "arc4random", ".shuffled()", ".randomElement()",
            ".shuffle()",
        ],
        "js": ["Date.now", "new Date()", "Math.random", "getRandomValues"],
        "py": ["time.time(", "datetime.now", "import secrets"],
        "sh": ["$RANDOM", "/dev/urandom", "/dev/random", "date +", "shuf "],
    ]

    /// What draws, and the word beside it that says from what.
    private static let seeded = ["swift": (".random(", "using:"), "py": ("random.", "Random(")]

    /// Files that read a clock for something else, and what for.
    private static let excused: [String: String] = [
        "Tests/Browser/unit/twin.test.js": "counts where the core draws marks",
        "Tests/Cluster/nodes.py": "makes passwords",
        "Tests/LiveTests/AccessTests.swift": "compares a token's end with now",
        "Tests/LiveTests/ObservationTests.swift":
            "compares a time that the server reports with now",
        "Tests/LiveTests/Support/ShiftedClock.swift": "is a clock that jumps",
        "Tests/TestKit/ProxyLoop.swift": "waits",
        "Tests/WebSocketsTests/LiveTests+TLS.swift": "compares a certificate's end with now",
    ]

    private static var files: [SourceFile] {
        Repository.texts.filter { file in
            file.path.hasPrefix("Tests/") && !file.path.hasSuffix("/SeedTests.swift")
                && !file.path.hasPrefix("Tests/Benchmark/") && !file.path.hasPrefix("Tests/Load/")
        }
    }

    private static func findings(in file: SourceFile) -> [String] {
        let ending = String(file.path.split(separator: ".").last ?? "")
        let words = forbidden[ending] ?? []
        return file.lines.enumerated().compactMap { index, line in
            let isUnseeded =
                seeded[ending].map { line.contains($0.0) && !line.contains($0.1) } ?? false
            guard isUnseeded || words.contains(where: { line.contains($0) }) else { return nil }
            let isComment = line.drop { $0 == " " }.hasPrefix("//")
            guard !isComment else { return nil }
            return "\(file.path):\(index + 1)"
        }
    }

    @Test func `no test's input depends on a clock or on chance`() {
        for file in Self.files {
            let findings = Self.findings(in: file)
            let isExcused = Self.excused[file.path] != nil
            #expect(findings.isEmpty != isExcused, "\(findings.first ?? file.path)")
        }
        let paths = Set(Self.files.map(\.path))
        #expect(Self.excused.keys.allSatisfy { paths.contains($0) })
    }

    @Test(arguments: [
        ("A.swift", "let day = Int(Date.now.timeIntervalSince1970 / 86_400)", true),
        ("A.swift", "let x = Int.random(in: 0..<9)", true),
        ("A.swift", "let x = Int.random(in: 0..<9, using: &random)", false),
        ("A.swift", "let x = values.shuffled(using: &random)", false),
        ("A.swift", "let text = Figure.time(0)", false),
        ("A.swift", "for x in values.shuffled() {", true),
        ("A.swift", "/// Not `SystemRandomNumberGenerator`.", false),
        ("a.js", "const today = Math.floor(Date.now() / 86_400_000);", true),
        ("a.py", "chance = random.Random(1)", false), ("a.py", "x = random.random()", true),
        ("a.sh", "seed=$RANDOM", true), ("a.sh", "seed=7", false),
    ])
    func `the check finds clocks and chance`(path: String, line: String, isFound: Bool) {
        let findings = Self.findings(in: SourceFile(path: path, text: line))
        #expect(findings.isEmpty != isFound)
    }
}
