import Testing

/// The catalogue of faults, the tests and SECURITY.md belong together: each fault is made by a test
/// whose name begins with its number, or has a sentence that says why none makes it.
struct FaultTests {
    @Test func `each fault is made by a test, or has a reason why not`() throws {
        let tested = Set(try RuleTests.testedRules().map(\.id))
        let excused = try Self.excuses()
        for fault in try Self.faults() {
            #expect(
                tested.contains(fault) != excused.contains(fault),
                "\(fault) needs a test or a sentence in SECURITY.md, and not both"
            )
        }
    }

    @Test func `faults are numbered without gaps`() throws {
        // Numbers 76 to 84 were faults of brokers that servers no longer have.
        #expect(try Self.faults() == (Array(1...75) + Array(85...100)).map { "FA\($0)" })
    }

    /// The numbers of the catalogue, in its order.
    static func faults() throws -> [String] {
        let page = try #require(Repository.file("Protocol/FAULTS.md"))
        return page.lines.compactMap { line in
            line.firstMatch(of: /^\| \*\*(FA[0-9]+)\*\* .+ \| .+ \|$/).map { String($0.1) }
        }
    }

    /// The numbers that SECURITY.md gives a reason for: `- **FA47 FA48** ...`.
    private static func excuses() throws -> Set<String> {
        let page = try #require(Repository.file("SECURITY.md"))
        return Set(
            page.lines.flatMap { line in
                line.firstMatch(of: /^- \*\*((?:FA[0-9]+ ?)+)\*\* .+/)?.1.split(separator: " ")
                    .map(String.init) ?? []
            }
        )
    }
}
