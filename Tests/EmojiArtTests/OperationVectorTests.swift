import EmojiArt
import Foundation
import TestKit
import Testing

struct OperationVectorTests {
    /// Applies the operations of the golden file again and compares every effect, refusal, state
    /// and checksum with it, byte for byte.
    ///
    /// After a change that is meant, run with `WRITE_VECTORS=1` to write the file anew, and read
    /// the difference.
    @Test
    func `FA25 FA26 OP17 OP24 OP25 OP29 UN3 UN4 UN6 UN7 golden edits give golden states`() throws {
        let file = Repository.vectors("operations.json")
        let golden = try Data(contentsOf: file)
        let vectors = try JSONDecoder().decode(OperationVectors.self, from: golden)
        #expect(vectors.sequences.count >= 20)
        let recomputed = Data(try vectors.recomputed())
        if ProcessInfo.processInfo.environment["WRITE_VECTORS"] == "1" {
            try recomputed.write(to: file)
        }
        for (line, (expected, actual)) in zip(golden.lines, recomputed.lines).enumerated() {
            try #require(expected == actual, "line \(line + 1)")
        }
        let isGolden = recomputed == golden
        #expect(isGolden)
    }
}

extension Data {
    fileprivate var lines: [String] {
        String(decoding: self, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
