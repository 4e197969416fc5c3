import Foundation
import TestKit

/// The protocol's page, as far as tests read it: the rows of its tables.
struct ProtocolPage {
    private let text: String
    private let lines: [String]

    static func read() throws -> ProtocolPage {
        let url = Repository.root.appending(path: "Protocol/PROTOCOL.md")
        let text = try String(contentsOf: url, encoding: .utf8)
        return ProtocolPage(text: text, lines: text.components(separatedBy: "\n"))
    }

    /// Whether the page holds the words.
    func contains(_ words: String) -> Bool { text.contains(words) }

    /// The rows under the header of the names given; cells without spaces and backquotes around.
    func table(_ header: String...) -> [[String]] {
        guard let start = lines.firstIndex(where: { Self.cells($0) == header }) else { return [] }
        return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map(Self.cells)
    }

    private static func cells(_ line: String) -> [String] {
        guard line.hasPrefix("|"), line.hasSuffix("|"), line.count > 1 else { return [] }
        return line.dropFirst().dropLast().components(separatedBy: "|").map { cell in
            let text = cell.trimmingCharacters(in: .whitespaces)
            let isCode = text.hasPrefix("`") && text.hasSuffix("`") && text.count > 1
            return isCode ? String(text.dropFirst().dropLast()) : text
        }
    }
}
