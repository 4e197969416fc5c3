import TestKit
import Testing

@testable import Crowd

struct FrameScannerTests {
    @Test func `frames of each length are found, wherever the bytes end`() {
        let counts = [0, 1, 125, 126, 65_535, 65_536, 3]
        let bytes = counts.enumerated().flatMap { place, count in
            RawFrame(place == 2 ? 9 : 1, [UInt8](repeating: 7, count: count)).encoded(mask: nil)
        }
        for end in [bytes.count, bytes.count - 1, 1, 3, 200] {
            var scanner = FrameScanner()
            var found: [Int] = []
            while let next = scanner.next(in: bytes.span.extracting(0..<end)) {
                #expect(next.opcode == (found.count == 2 ? 9 : 1))
                found.append(next.payload.count)
            }
            #expect(counts.starts(with: found))
            #expect(scanner.offset <= end)
            #expect((found.count == counts.count) == (end == bytes.count))
        }
    }
}
