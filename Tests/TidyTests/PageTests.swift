import Testing

/// The browser client: its files are part of the program, short, and nobody else's.
struct PageTests {
    private static let linesMax = 400
    private static let columnsMax = 100

    @Test func `the page's files are short, and so are their lines`() {
        for file in Repository.page + Repository.pageTests {
            #expect(file.lines.count <= Self.linesMax, "\(file.path): \(file.lines.count)")
            for (index, line) in file.lines.enumerated() where line.utf8.count > Self.columnsMax {
                #expect(line.count <= Self.columnsMax, "\(file.path):\(index + 1)")
            }
        }
    }

    @Test func `the page loads nothing from elsewhere, and has no markup in texts`() {
        for file in Repository.page {
            for (index, line) in file.lines.enumerated() {
                let place = "\(file.path):\(index + 1)"
                #expect(!line.contains("innerHTML") && !line.contains("eval("), "\(place)")
                #expect(!line.contains(#/\b(src|href)="(?!\{\{web\}\}|#|\$\{)/#), "\(place)")
                #expect(!line.contains(#/\bimport\b.* from "(?!\.)/#), "\(place)")
                #expect(!line.contains(#/ (style|on[a-z]+)="/#), "\(place)")
            }
        }
    }
}
