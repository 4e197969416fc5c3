import Foundation
import Testing

/// The shape of the code: short files, short functions, short lines, documented declarations.
struct ShapeTests {
    private static let fileLinesMax = 400
    private static let functionLinesMax = 70
    private static let columnsMax = 100
    private static let page = Repository.page + Repository.pageTests

    @Test func `files are short`() {
        for file in Repository.sources + Self.page {
            #expect(file.lines.count <= Self.fileLinesMax, "\(file.path): \(file.lines.count)")
        }
    }

    @Test func `functions are short`() {
        for file in Repository.sources {
            for function in Self.functions(file) {
                #expect(
                    function.count <= Self.functionLinesMax,
                    "\(file.path):\(function.lowerBound + 1) has \(function.count) lines"
                )
            }
        }
    }

    @Test func `lines are short`() {
        for file in Repository.swift + Self.page {
            for (index, line) in file.lines.enumerated() where line.utf8.count > Self.columnsMax {
                // Emojis are a few bytes each: a literal of them is as wide as it looks.
                #expect(line.count <= Self.columnsMax, "\(file.path):\(index + 1)")
            }
        }
    }

    @Test func `what others may use is documented`() {
        for file in Repository.sources {
            for (index, line) in file.lines.enumerated() where Self.isDeclaration(line) {
                var above = index - 1
                // An attribute may go over several lines.
                if file.lines[above].trimmingCharacters(in: .whitespaces) == ")" {
                    while above > 0, !Self.isAttribute(file.lines[above]) { above -= 1 }
                }
                while above >= 0, Self.isAttribute(file.lines[above]) { above -= 1 }
                // The help of a setting is its comment.
                let isSetting = file.lines[above + 1].contains(" @Setting(")
                let text = above < 0 ? "" : file.lines[above]
                let isDocumented =
                    isSetting || text.trimmingCharacters(in: .whitespaces).hasPrefix("///")
                #expect(isDocumented, "\(file.path):\(index + 1) has no comment")
            }
        }
    }

    @Test func `the check finds functions and declarations`() {
        let text = """
            protocol P {
                func bodiless(
                    _ a: Int
                )
                init?(b: Int)
            }
            public struct S {
                package init() {}
                private static func long<A>(
                    _ a: A
                ) throws(E) -> Int {
                    if true {
                    }
                    return 1
                }
                deinit {
                }
                package import X
            }
            """
        let file = SourceFile(path: "A.swift", text: text)
        #expect(Self.functions(file) == [7..<8, 8..<15, 15..<17])
        let declared = file.lines.indices.filter { Self.isDeclaration(file.lines[$0]) }
        #expect(declared == [6, 7])
        #expect(Self.isAttribute("    @discardableResult"))
    }

    /// The lines of each function, initialiser, subscript and deinitialiser with a body.
    ///
    /// Relies on the formatter: a body ends at the first closing brace that is indented as far as
    /// the declaration.
    private static func functions(_ file: SourceFile) -> [Range<Int>] {
        let declaration =
            #/^ *(@\w+ )*([a-z]+(\([a-z]+\))? )*(func |(init[?]?|subscript)[(<]|deinit\b)/#
        return file.lines.indices.compactMap { start in
            let line = file.lines[start]
            // Most lines are none, and an expression takes its time to say so.
            guard ["func ", "init", "subscript"].contains(where: { line.contains($0) }),
                line.contains(declaration)
            else { return nil }
            let indent = line.prefix { $0 == " " }
            var index = start
            while !file.lines[index].contains("{") {
                index += 1
                guard index < file.lines.count,
                    file.lines[index].hasPrefix(indent + " ")
                        || file.lines[index].hasPrefix(indent + ")")
                else { return nil }
            }
            if file.lines[index].hasSuffix("}") { return start..<(index + 1) }
            let rest = file.lines[(index + 1)...]
            guard let end = rest.firstIndex(where: { $0.hasPrefix(indent + "}") }) else {
                return nil
            }
            return start..<(end + 1)
        }
    }

    private static func isDeclaration(_ line: String) -> Bool {
        (line.contains("public ") || line.contains("package "))
            && line.contains(#/^\s*(@\w+ )*(public|package) /#)
            && !line.contains(#/^\s*(public|package) (import|extension)\b/#)
    }

    private static func isAttribute(_ line: String) -> Bool { line.contains(#/^\s*@\w+/#) }
}
