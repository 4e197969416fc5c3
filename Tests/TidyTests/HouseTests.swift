import Foundation
import Testing

/// What CONTRIBUTING.md, CHANGELOG.md and the list of suites say of the repository is so.
struct HouseTests {
    private static func text(_ path: String) -> String {
        Repository.file(path)?.lines.joined(separator: "\n") ?? ""
    }

    /// The folders of a folder.
    private static func folders(of folder: String) throws -> [String] {
        let base = Repository.root.appending(path: folder)
        let entries = try FileManager.default.contentsOfDirectory(
            at: base,
            includingPropertiesForKeys: [.isDirectoryKey]
        )
        // What tools leave behind is no part of the repository.
        return try entries.filter { entry in
            try entry.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true
                && !entry.lastPathComponent.hasPrefix("__")
        }.map(\.lastPathComponent)
    }

    @Test func `each folder says what it is, once`() throws {
        let table = Self.text("CONTRIBUTING.md")
        for folder in ["Sources", "Tests"] {
            for name in try Self.folders(of: folder) {
                let isCovered = name.contains(folder == "Tests" ? /Tests$/ : /^C[A-Z]/)
                let rows = table.components(separatedBy: "`\(folder)/\(name)`").count - 1
                #expect(rows == (isCovered ? 0 : 1), "\(folder)/\(name)")
            }
        }
        #expect(table.contains("`Tests/*Tests`") && table.contains("`Sources/C*`"))
        #expect(table.contains("`Protocol`"))
    }

    @Test func `each dependency says what it is for, and what it costs`() {
        let rows = Self.text("CONTRIBUTING.md").split(separator: "\n")
        let packages = Self.text("Package.swift").matches(
            of: /\.package\(url: "https:\/\/[^"]*\/([^"\/]+)"/
        ).map { String($0.1) }
        #expect(packages.count >= 4)
        for package in packages {
            let row = rows.first { $0.hasPrefix("| \(package) |") } ?? ""
            #expect(row.contains(/\| \d+ \|$/), "\(package)")
        }
    }

    @Test func `both programs have the version that CHANGELOG names last`() throws {
        let log = Self.text("CHANGELOG.md")
        let version = try #require(log.firstMatch(of: /\n## (\d+\.\d+\.\d+)\n/)).1
        for file in ["Operations/ServerVersion.swift", "emojiart/EmojiArtCommand.swift"] {
            #expect(Self.text("Sources/\(file)").contains("\"\(version)\""), "\(file)")
        }
        let unreleased = try #require(log.range(of: "## Unreleased"))
        let released = try #require(log.range(of: "## \(version)"))
        #expect(unreleased.lowerBound < released.lowerBound)
        let entry = log[released.lowerBound...].components(separatedBy: "\n## ")[0]
        #expect(entry.components(separatedBy: "\n").count <= 40)
    }

    @Test func `every test target and every suite of it that is named has a tier`() throws {
        let suites = Self.text("Tests/Tiers/suites.py")
        for name in try Self.folders(of: "Tests") where name.hasSuffix("Tests") {
            let target = name.dropLast("Tests".count)
            let isNamed = suites.contains(try Regex("\\b\(target)(?:Tests)?\\b"))
            #expect(isNamed, "\(name) is in no tier")
        }
        let types = Set(
            Repository.swift.filter { $0.target == "LiveTests" }.flatMap(\.lines).compactMap {
                $0.firstMatch(of: /^(?:@Suite.* )?struct (\w+)Tests/).map { String($0.1) }
            }
        )
        for list in ["ALONE", "PROVED", "SAMPLE"] {
            let assigned = try Regex("(?s)\\n\(list) = \\(?(.*?)\"\\)?\\n")
            let text = try #require(suites.firstMatch(of: assigned)?.output[1].substring)
            for match in text.matches(of: /[A-Z]\w+/) {
                let name = String(match.output)
                #expect(types.contains(name), "\(list): there is no \(name)Tests")
            }
        }
    }

    @Test func `the code in articles is that of AppExample, which is compiled`() {
        let trimmed = { (lines: [String]) in
            lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
        }
        let app = Repository.sources.filter { $0.target == "AppExample" }.map { trimmed($0.lines) }
        let articles = Repository.texts.filter { $0.path.contains(".docc/") }
        let blocks = articles.flatMap { trimmed($0.lines).matches(of: /(?s)```swift\n(.*?)\n```/) }
        #expect(!blocks.isEmpty)
        for block in blocks {
            #expect(app.contains { $0.contains(block.1) }, "\(block.1)")
        }
    }

    @Test func `a target has what was found, at most 20 others, and a row in SECURITY.md`() throws {
        let targets = try Self.folders(of: "Tests/Fuzz/Corpus")
        #expect(targets.count >= 11)
        for target in targets {
            let path = Repository.root.appending(path: "Tests/Fuzz/Corpus/\(target)").path
            let names = try FileManager.default.contentsOfDirectory(atPath: path)
            #expect(names.count { !$0.hasPrefix("found-") } <= 20, "\(target)")
            #expect(Self.text("SECURITY.md").contains("| `\(target)` |"), "\(target)")
        }
    }

    /// The commands of the two programs, which people know by one name each.
    private static let commands: Set = ["Delete", "List", "Restore"]

    @Test func `one name is one type in all targets`() {
        var targets: [String: Set<String>] = [:]
        for file in Repository.sources {
            for line in file.lines {
                let type = line.firstMatch(
                    of: /^(?:public |package )?(?:final )?(?:struct|class|enum|protocol) (\w+)/
                )
                if let type { targets[String(type.1), default: []].insert(file.target) }
            }
        }
        #expect(targets.count > 500)
        let doubled = targets.filter { $0.value.count > 1 && !Self.commands.contains($0.key) }
        #expect(doubled.isEmpty, "\(doubled)")
    }
}
