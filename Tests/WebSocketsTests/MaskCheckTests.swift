import TestKit
import Testing

@testable import WebSockets

struct MaskCheckTests {
    /// Frames of a client, and what they took on the wire.
    private struct Wire {
        var check: MaskCheck
        var read: UInt64

        init(request: UInt64 = 300) {
            check = MaskCheck(bytesRead: request)
            read = request
        }

        mutating func frame(_ count: Int, masked: Bool, headerBytes: Int? = nil) {
            let header = headerBytes ?? FrameHeader.byteCount(payloadCount: count)
            read += UInt64(header + (masked ? 4 : 0) + count)
            check.takeChunk(count, remaining: 0)
        }

        mutating func isUnmasked(ahead: UInt64 = 0) -> Bool {
            check.findsUnmasked(bytesRead: read + ahead)
        }
    }

    @Test func `FA59 frames with masks are fine, whatever their lengths and their number`() {
        var generator = SplitMix64(seed: 59)
        for _ in 0..<200 {
            var wire = Wire()
            for _ in 0..<50 {
                let count = [0, 1, 125, 126, 65_535, 65_536].randomElement(using: &generator) ?? 0
                wire.frame(count, masked: true)
                // Read ahead, a ping, or a length in more bytes than it needs.
                let ahead = UInt64.random(in: 0...9, using: &generator)
                let isUnmasked = wire.isUnmasked(ahead: ahead)
                #expect(!isUnmasked)
                if ahead == 7 { wire.read += 131 }
            }
        }
    }

    @Test func `FA59 a frame without a mask is found, the first and a later one`() {
        for count in [0, 1, 125, 126, 65_535, 65_536] {
            var wire = Wire()
            wire.frame(count, masked: false)
            let isFound = wire.isUnmasked()
            #expect(isFound, "\(count) bytes")
            var later = Wire()
            for _ in 0..<100 { later.frame(count, masked: true) }
            let before = later.isUnmasked()
            #expect(!before)
            later.frame(count, masked: false)
            let after = later.isUnmasked()
            #expect(after, "\(count) bytes")
        }
    }

    @Test func `FA59 frames without masks are found when what was read ahead is handed on`() {
        var wire = Wire()
        wire.frame(20, masked: false)
        #expect(wire.check.isDue)
        let early = wire.isUnmasked(ahead: 2 * (2 + 30))
        #expect(!early)
        wire.frame(30, masked: false)
        #expect(wire.check.isDue)
        let still = wire.isUnmasked(ahead: 2 + 30)
        #expect(!still)
        wire.frame(30, masked: false)
        let atLast = wire.isUnmasked()
        #expect(atLast)
    }

    @Test func `FA59 who masks is looked at until the bytes add up, and 64 times at most`() {
        var wire = Wire()
        wire.frame(20, masked: true)
        let first = wire.isUnmasked()
        wire.frame(20, masked: true)
        #expect(!first && !wire.check.isDue)
        var padded = Wire()
        for number in 1...65 {
            padded.frame(20, masked: true, headerBytes: 10)
            #expect(padded.check.isDue == (number < 65))
            let isUnmasked = padded.isUnmasked()
            #expect(!isUnmasked)
        }
    }

    @Test func `FA59 nothing is judged by half a frame`() {
        var check = MaskCheck(bytesRead: 300)
        check.takeChunk(1_000, remaining: 500)
        #expect(!check.isDue)
        let early = check.findsUnmasked(bytesRead: 1_300)
        #expect(!early)
        check.takeChunk(500, remaining: 0)
        #expect(check.isDue)
        let whole = check.findsUnmasked(bytesRead: 300 + 1_500 + 8)
        #expect(!whole && !check.isDue)
    }

    @Test
    func `FA59 frames that came with the request, and a kernel that is silent, prove nothing`() {
        var early = Wire(request: 300)
        early.check.takeChunk(100, remaining: 0)
        let atFirst = early.isUnmasked()
        early.frame(100, masked: false)
        let later = early.isUnmasked()
        #expect(!atFirst && !later)
        var silent = MaskCheck(bytesRead: nil)
        silent.takeChunk(100, remaining: 0)
        #expect(!silent.isDue)
        let unknown = silent.findsUnmasked(bytesRead: 102)
        #expect(!unknown)
        var once = MaskCheck(bytesRead: 300)
        once.takeChunk(100, remaining: 0)
        let changing = once.findsUnmasked(bytesRead: nil)
        #expect(!changing && once.isDue)
    }
}
