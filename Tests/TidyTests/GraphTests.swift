import Foundation
import Testing

/// What names what: targets as in Package.swift and CONTRIBUTING.md, folders in one direction.
struct GraphTests {
    /// The modules of Swift and the system.
    private static let system: Set = [
        "Dispatch", "Foundation", "FoundationNetworking", "Glibc", "Observation", "SwiftUI",
        "Synchronization",
    ]

    private static let all = Repository.swift.map(SourceNames.init)

    @Test func `no two folders of a target name each other`() {
        let targets = Dictionary(grouping: Self.all) { names in
            names.file.path.split(separator: "/").prefix(2).joined(separator: "/")
        }
        let pairs = targets.values.flatMap(Self.pairs).sorted()
        #expect(pairs.isEmpty, "\(pairs.joined(separator: "\n"))")
    }

    @Test func `each target imports what Package.swift says, and needs it`() {
        let names = Manifest.targets.map(\.name)
        #expect(names.count > 15)
        for target in Manifest.targets {
            let files = Self.all.filter { $0.file.path.hasPrefix("Sources/\(target.name)/") }
            let imported = Set(files.flatMap(\.imported))
            let wrong = imported.subtracting(target.dependencies).subtracting(Self.system)
                .union(target.dependencies.intersection(names).subtracting(imported))
            #expect(wrong.isEmpty, "\(target.name): \(wrong.sorted().joined(separator: ", "))")
        }
    }

    @Test func `CONTRIBUTING draws the targets as Package.swift has them`() throws {
        let page = try #require(Repository.file("CONTRIBUTING.md")).lines.joined(separator: "\n")
        let picture = Manifest.picture
        let isDrawn = page.contains("  ```\n\(picture)\n  ```\n")
        #expect(isDrawn, "the picture is\n\(picture)")
    }

    @Test(arguments: ["The way of an edit", "The way of a hello"])
    func `a way is told in at most twelve steps, of functions that there are`(way: String) throws {
        let page = try #require(Repository.file("Sources/Documentation/README.md")).lines
        let steps = page.drop { $0 != "## \(way)" }.dropFirst().prefix { !$0.hasPrefix("## ") }
        let numbers = steps.compactMap { Int($0.prefix { $0 != "." }) }
        #expect(numbers == Array(1...max(1, numbers.count)) && numbers.count <= 12)
        let functions = steps.flatMap { $0.matches(of: /`(\w+)\.(\w+)`/) }
        #expect(functions.count >= numbers.count)
        for function in functions {
            let (type, name) = (String(function.output.1), String(function.output.2))
            let isThere = Self.all.contains {
                $0.extended.contains(type) && $0.functions.contains(name)
            }
            #expect(isThere, "\(type).\(name)")
        }
    }

    @Test func `the check finds names`() {
        let file = SourceFile(
            path: "Sources/Wire/A/B.swift",
            text: """
                internal import Sync
                // Comment
                package final class One: Two { enum Inner { case a } }
                private struct Hidden {}
                extension Three { func f() -> Inner { "Four" ; /* Five */ Six.Seven(Hidden()) } }
                """
        )
        let names = SourceNames(file)
        #expect(names.imported == ["Sync"] && names.declared == ["One"])
        #expect(names.used.isSuperset(of: ["Two", "Three", "Six"]))
        #expect(names.used.isDisjoint(with: ["One", "Hidden", "Inner", "Four", "Five", "Seven"]))
        let other = SourceFile(path: "Sources/Wire/C.swift", text: "struct Two { let one: One }\n")
        #expect(
            Self.pairs([file, other].map(SourceNames.init)) == [
                "Sources/Wire <-> Sources/Wire/A: One, Two"
            ]
        )
    }

    /// The folders of a target that name types of each other, with the types.
    private static func pairs(_ files: [SourceNames]) -> [String] {
        var home: [String: String] = [:]
        for names in files {
            for type in names.declared { home[type] = names.file.folder }
        }
        var uses: [String: [String: Set<String>]] = [:]
        for names in files {
            for type in names.used {
                guard let other = home[type], other != names.file.folder else { continue }
                uses[names.file.folder, default: [:]][other, default: []].insert(type)
            }
        }
        return uses.flatMap { one, others in
            others.compactMap { other, types in
                guard one < other, let back = uses[other]?[one] else { return nil }
                let list = types.union(back).sorted().joined(separator: ", ")
                return "\(one) <-> \(other): \(list)"
            }
        }
    }
}

/// The targets of Package.swift that are built of `Sources`.
private enum Manifest {
    struct Target {
        let name: String
        /// What it may import: targets, and products of packages.
        let dependencies: Set<String>
    }

    static let targets: [Target] = {
        let manifest = Repository.file("Package.swift")?.lines.joined(separator: "\n") ?? ""
        let texts = manifest.components(separatedBy: "arget(").dropFirst()
            .filter { !$0.contains("path: \"Tests/") && !$0.contains("name: \"Tests") }
        return texts.map { text in
            let list = text.components(separatedBy: "dependencies: [").dropFirst().first ?? ""
            let words = list.components(separatedBy: "]")[0].components(separatedBy: "\"")
            return Target(name: text.components(separatedBy: "\"")[1], dependencies: Set(words))
        }.filter { !$0.name.hasSuffix("Tests") }
    }()

    /// A line for each target that imports others, programs first, without the arrows that follow
    /// from those of its own targets.
    static var picture: String {
        var graph = Dictionary(uniqueKeysWithValues: targets.map { ($0.name, $0.dependencies) })
        for name in graph.keys { graph[name]?.formIntersection(targets.map(\.name)) }
        func all(_ name: String) -> Set<String> {
            (graph[name] ?? []).reduce(graph[name] ?? []) { $0.union(all($1)) }
        }
        func height(_ name: String) -> Int { 1 + ((graph[name] ?? []).map(height).max() ?? 0) }
        let rows = graph.filter { !$0.value.isEmpty }
            .sorted { (-height($0.key), $0.key) < (-height($1.key), $1.key) }
        let width = rows.map(\.key.count).max() ?? 0
        return rows.map { name, imported in
            let others = imported.filter { one in !imported.contains { all($0).contains(one) } }
            let gap = String(repeating: "─", count: width - name.count)
            return "  \(name) ─\(gap)► \(others.sorted().joined(separator: " "))"
        }.joined(separator: "\n")
    }
}

/// The names in a Swift file.
private struct SourceNames {
    let file: SourceFile
    private(set) var imported: Set<String> = []
    /// The types that other files can name without another type's name in front.
    private(set) var declared: Set<String> = []
    /// All names but those of the file's own types.
    private(set) var used: Set<String> = []
    /// The types that it declares or extends, and the functions that it declares.
    private(set) var extended: Set<String> = []
    private(set) var functions: Set<String> = []

    private static let kinds: Set = ["struct", "enum", "class", "protocol", "actor", "typealias"]

    init(_ file: SourceFile) {
        self.file = file
        var own: Set<String> = []
        var (depth, isPrivate, last) = (0, false, "")
        for word in Self.words(file.lines.joined(separator: "\n")) {
            switch word {
            case "{": depth += 1
            case "}": (depth, isPrivate) = (depth - 1, false)
            case "private", "fileprivate": isPrivate = true
            case "func", "var", "let", "init", "case": isPrivate = false
            default: break
            }
            if last == "import" {
                imported.insert(word)
            } else if Self.kinds.contains(last), word.first?.isUppercase == true {
                own.insert(word)
                if depth == 0, !isPrivate { declared.insert(word) }
                isPrivate = false
            } else {
                used.insert(word)
                if last == "extension" { extended.insert(word) }
                if last == "func" || word == "init" { functions.insert(word) }
            }
            last = word
        }
        used.subtract(own)
        extended.formUnion(own)
    }

    /// A comment or a string; or, as group 1, a brace or a word.
    ///
    /// A quote in a pattern begins no string, or one that ends with the line. What comes after a
    /// point is a part of something that was named.
    private static let pattern = [
        "//.*", #"/\*[\s\S]*?\*/"#, #"\"{3}(?:[^"\\]|\\[\s\S]|"(?!""))*+"{3}"#,
        #""(?:[^"\\\n]|\\.)*+["\n]"#, #"([{}]|(?<![.\w])\w+)"#,
    ].joined(separator: "|")

    /// The words and braces outside comments and strings.
    private static func words(_ text: String) -> [String] {
        guard let pattern = try? NSRegularExpression(pattern: Self.pattern) else { return [] }
        let all = NSRange(text.startIndex..., in: text)
        return pattern.matches(in: text, range: all).compactMap { match in
            Range(match.range(at: 1), in: text).map { String(text[$0]) }
        }
    }
}
