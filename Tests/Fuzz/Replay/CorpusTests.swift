import Foundation
import FuzzTargets
import Testing

/// The inputs that fuzzing found, each a test for good.
struct CorpusTests {
    private static let corpus = URL(filePath: #filePath)
        .deletingLastPathComponent()  // Replay
        .deletingLastPathComponent()  // Fuzz
        .appending(path: "Corpus")

    @Test(arguments: FuzzTarget.allCases)
    func `FA71 no input of the corpus breaks a promise`(target: FuzzTarget) throws {
        let folder = Self.corpus.appending(path: target.rawValue)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names.count > 10)
        // No input at all is one, too.
        try target.run([])
        for name in names {
            let bytes = try Data(contentsOf: folder.appending(path: name))
            do {
                try target.run(Array(bytes))
            } catch {
                Issue.record("\(target.rawValue)/\(name): \(error)")
            }
        }
    }
}
