import TestKit
import Testing

@testable import WebSockets

struct MaskCheckTests {
    /// Frames of a client, and what they took on the wire.
    private final class Wire {
        private var check: MaskCheck
        var read: UInt64 = 300

        /// One whose kernel may not tell what was read.
        init(tells: Bool = true) { check = MaskCheck(bytesRead: tells ? read : nil) }

        var isDue: Bool { check.isDue }

        func chunk(_ count: Int, remaining: UInt = 0) {
            check.takeChunk(count, remaining: remaining)
        }

        func frame(_ count: Int, masked: Bool, headerBytes: Int? = nil) {
            let header = headerBytes ?? FrameHeader.byteCount(payloadCount: count)
            read += UInt64(header + (masked ? 4 : 0) + count)
            chunk(count)
        }

        func isUnmasked(ahead: UInt64 = 0) -> Bool { isUnmasked(read: read + ahead) }

        func isUnmasked(read: UInt64?) -> Bool { check.findsUnmasked(bytesRead: read) }
    }

    @Test func `FA59 frames with masks are fine, whatever their lengths and their number`() {
        var generator = SplitMix64(seed: 59)
        for _ in 0..<200 {
            let wire = Wire()
            for _ in 0..<50 {
                let count = [0, 1, 125, 126, 65_535, 65_536].randomElement(using: &generator) ?? 0
                wire.frame(count, masked: true)
                // Read ahead, a ping, or a length in more bytes than it needs.
                let ahead = UInt64.random(in: 0...9, using: &generator)
                #expect(!wire.isUnmasked(ahead: ahead))
                if ahead == 7 { wire.read += 131 }
            }
        }
    }

    @Test(arguments: [0, 1, 125, 126, 65_535, 65_536])
    func `FA59 a frame without a mask is found, the first and a later one`(count: Int) {
        let wire = Wire()
        wire.frame(count, masked: false)
        #expect(wire.isUnmasked())
        let later = Wire()
        for _ in 0..<100 { later.frame(count, masked: true) }
        #expect(!later.isUnmasked())
        later.frame(count, masked: false)
        #expect(later.isUnmasked())
    }

    @Test func `FA59 frames without masks are found when what was read ahead is handed on`() {
        let wire = Wire()
        wire.frame(20, masked: false)
        #expect(wire.isDue)
        #expect(!wire.isUnmasked(ahead: 2 * (2 + 30)))
        wire.frame(30, masked: false)
        #expect(wire.isDue)
        #expect(!wire.isUnmasked(ahead: 2 + 30))
        wire.frame(30, masked: false)
        #expect(wire.isUnmasked())
    }

    @Test func `FA59 who masks is looked at until the bytes add up, and 64 times at most`() {
        let wire = Wire()
        wire.frame(20, masked: true)
        #expect(!wire.isUnmasked())
        wire.frame(20, masked: true)
        #expect(!wire.isDue)
        let padded = Wire()
        for number in 1...65 {
            padded.frame(20, masked: true, headerBytes: 10)
            #expect(padded.isDue == (number < 65))
            #expect(!padded.isUnmasked())
        }
    }

    @Test func `FA59 nothing is judged by half a frame`() {
        let wire = Wire()
        wire.chunk(1_000, remaining: 500)
        #expect(!wire.isDue)
        #expect(!wire.isUnmasked(read: 1_300))
        wire.chunk(500)
        #expect(wire.isDue)
        #expect(!wire.isUnmasked(read: 300 + 1_500 + 8))
        #expect(!wire.isDue)
    }

    @Test
    func `FA59 frames that came with the request, and a kernel that is silent, prove nothing`() {
        let early = Wire()
        early.chunk(100)
        #expect(!early.isUnmasked())
        early.frame(100, masked: false)
        #expect(!early.isUnmasked())
        let silent = Wire(tells: false)
        silent.chunk(100)
        #expect(!silent.isDue)
        #expect(!silent.isUnmasked(read: 102))
        let once = Wire()
        once.chunk(100)
        #expect(!once.isUnmasked(read: nil))
        #expect(once.isDue)
    }
}
