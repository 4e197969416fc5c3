import Testing

/// What no committed text may hold.
///
/// The words are put together here, so that this file does not hold them.
struct TextTests {
    @Test func `nothing is left to do`() {
        let words = Set(["TO" + "DO", "FIX" + "ME", "XX" + "X"])
        for file in Repository.texts {
            for (index, line) in file.lines.enumerated()
            where words.contains(where: { line.contains($0) }) {
                let said = line.split { !$0.isLetter }.first { words.contains(String($0)) }
                #expect(said == nil, "\(file.path):\(index + 1)")
            }
        }
    }

    @Test func `no text names the machine that it was written on`() {
        let places = ["/wo" + "rk/", "/ro" + "ot/", "http://d" + "eb.", "https://d" + "eb."]
        for file in Repository.texts {
            let isTest = file.path.hasPrefix("Tests/")
            for (index, line) in file.lines.enumerated() {
                for place in places + (isTest ? [] : ["/tm" + "p/"]) {
                    #expect(!line.contains(place), "\(file.path):\(index + 1) names \(place)")
                }
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

    @Test func `texts are read`() {
        #expect(Repository.texts.contains { $0.path == "Protocol/PROTOCOL.md" })
        #expect(Repository.texts.contains { $0.path.hasSuffix("TextTests.swift") })
    }
}
