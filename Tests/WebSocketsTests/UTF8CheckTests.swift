import TestKit
import Testing

@testable import WebSockets

struct UTF8CheckTests {
    private func accepts(_ chunks: [[UInt8]]) -> Bool {
        var check = UTF8Check()
        for chunk in chunks where !check.take(chunk.span) { return false }
        return check.isBetweenCharacters
    }

    @Test func `the stress test is judged the same whole, byte by byte, and behind ASCII`() {
        for sequence in UTF8Sequences.groups.flatMap(\.sequences) {
            let bytes = sequence.bytes
            #expect(accepts([bytes]) == sequence.isValid, "\(bytes)")
            #expect(accepts(bytes.map { [$0] }) == sequence.isValid, "\(bytes)")
            let ascii = Array("0123456789 0123456789".utf8)
            #expect(accepts([ascii + bytes + ascii]) == sequence.isValid, "\(bytes)")
        }
    }

    @Test func `all scalars are UTF-8, and no surrogate is`() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            // Every 251st and all near a power of two: the whole of Unicode takes minutes here.
            guard value % 251 == 0 || (value & (value &+ 1)) == 0 || (value & (value &- 1)) == 0
            else { continue }
            #expect(accepts([Array(String(scalar).utf8)]), "\(value)")
        }
        for value in UInt32(0xD800)...0xDFFF {
            let bytes: [UInt8] = [
                0xED, UInt8(0x80 | value >> 6 & 0x3F), UInt8(0x80 | value & 0x3F),
            ]
            #expect(!accepts([bytes]), "\(value)")
        }
    }
}
