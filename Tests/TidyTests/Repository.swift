import Foundation

/// The checkout that the tests are a part of, as texts.
enum Repository {
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent()  // TidyTests
        .deletingLastPathComponent()  // Tests
        .deletingLastPathComponent()

    /// All Swift files of the products.
    static let sources = files(under: "Sources", endings: ["swift"])

    /// All Swift files.
    static let swift = sources + files(under: "Tests", endings: ["swift"])

    /// The browser client, as it is served.
    static let page = files(
        under: "Sources/Web",
        endings: ["css", "html", "js", "svg"]
    )

    /// The tests of the browser client.
    static let pageTests = files(under: "Tests/Browser", endings: ["js", "py"])

    /// All texts that are committed, but for data files.
    static let texts: [SourceFile] = {
        let endings = ["swift", "md", "js", "mjs", "css", "html", "h", "modulemap", "py", "sh"]
        let folders = ["Sources", "Tests", "Protocol"].flatMap { folder in
            files(under: folder, endings: endings)
        }
        let names = ["Package.swift", "README.md", "CHANGELOG.md", "Makefile", ".ci/run"]
        return folders + names.compactMap(file)
    }()

    /// One file; nil when there is none.
    static func file(_ path: String) -> SourceFile? {
        guard let text = try? String(contentsOf: root.appending(path: path), encoding: .utf8) else {
            return nil
        }
        return SourceFile(path: path, text: text)
    }

    /// The files of a folder and its folders, by path.
    private static func files(under folder: String, endings: [String]) -> [SourceFile] {
        let base = root.appending(path: folder).resolvingSymlinksInPath()
        let paths = FileManager.default.enumerator(atPath: base.path) ?? .init()
        return paths.compactMap { $0 as? String }
            .filter { path in endings.contains { path.hasSuffix("." + $0) } }
            .sorted()
            .compactMap { file("\(folder)/\($0)") }
    }
}

/// A text file, by lines.
struct SourceFile: Sendable {
    /// The path from the checkout's root.
    let path: String
    /// The lines, without their ends.
    let lines: [String]

    init(path: String, text: String) {
        self.path = path
        var lines = text.components(separatedBy: "\n")
        if lines.last == "" { lines.removeLast() }
        self.lines = lines
    }

    /// The target that the file belongs to: `Sources/Wire/X.swift` is of `Wire`.
    ///
    /// So is a module of the simulation that takes the place of one: its folder has its name.
    var target: String {
        let simulation = "Tests/Simulation/"
        let rest =
            path.hasPrefix(simulation)
            ? path.dropFirst(simulation.count) : path.drop { $0 != "/" }.dropFirst()
        return rest.split(separator: "/").first.map(String.init) ?? ""
    }

    /// The path of the folder.
    var folder: String { path.split(separator: "/").dropLast().joined(separator: "/") }

    /// The lines that are code, with their numbers: no comments on their own line.
    var code: [(number: Int, text: String)] {
        lines.enumerated().compactMap { index, line in
            let text = line.trimmingCharacters(in: .whitespaces)
            return text.hasPrefix("//") ? nil : (index + 1, text)
        }
    }
}
