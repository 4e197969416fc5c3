import Testing

@testable import Crowd

struct FrameScannerTests {
    private func frame(_ opcode: UInt8, _ count: Int) -> [UInt8] {
        let length: [UInt8] =
            count < 126
            ? [UInt8(count)]
            : count < 65_536
                ? [126, UInt8(count >> 8), UInt8(count & 0xFF)]
                : [127] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
        return [0x80 | opcode] + length + [UInt8](repeating: opcode, count: count)
    }

    @Test func `frames of each length are found, wherever the bytes end`() {
        let counts = [0, 1, 125, 126, 65_535, 65_536, 3]
        let bytes = counts.enumerated().flatMap { frame($0 == 2 ? 9 : 1, $1) }
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
