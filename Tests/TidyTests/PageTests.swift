import Testing

/// The browser client: its files need nobody else's.
struct PageTests {
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
