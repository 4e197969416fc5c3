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

        mutating func verdict(ahead: UInt64 = 0) -> MaskCheck.Verdict {
            check.judge(bytesRead: read + ahead)
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
                let verdict = wire.verdict(ahead: ahead)
                #expect(verdict == .masked)
                if ahead == 7 { wire.read += 131 }
            }
        }
    }

    @Test func `FA59 a frame without a mask is found, the first and a later one`() {
        for count in [0, 1, 125, 126, 65_535, 65_536] {
            var wire = Wire()
            wire.frame(count, masked: false)
            let verdict = wire.verdict()
            #expect(verdict == .unmasked, "\(count) bytes")
            var later = Wire()
            for _ in 0..<100 { later.frame(count, masked: true) }
            let before = later.verdict()
            #expect(before == .masked)
            later.frame(count, masked: false)
            let after = later.verdict()
            #expect(after == .unmasked, "\(count) bytes")
        }
    }

    @Test func `FA59 nothing is judged by half a frame`() {
        var check = MaskCheck(bytesRead: 300)
        check.takeChunk(1_000, remaining: 500)
        let early = check.judge(bytesRead: 1_300)
        #expect(early == .masked && check.isFresh)
        check.takeChunk(500, remaining: 0)
        let whole = check.judge(bytesRead: 300 + 1_500 + 8)
        #expect(whole == .masked && !check.isFresh)
    }

    @Test
    func `FA59 frames that came with the request, and a kernel that is silent, prove nothing`() {
        var early = Wire(request: 300)
        early.check.takeChunk(100, remaining: 0)
        let verdict = early.verdict()
        #expect(verdict == .masked)
        early.frame(100, masked: false)
        let later = early.verdict()
        #expect(later == .masked)
        var silent = MaskCheck(bytesRead: nil)
        silent.takeChunk(100, remaining: 0)
        let unknown = silent.judge(bytesRead: 102)
        #expect(unknown == .masked)
        var once = MaskCheck(bytesRead: 300)
        once.takeChunk(100, remaining: 0)
        let changing = once.judge(bytesRead: nil)
        #expect(changing == .masked && once.isFresh)
    }
}
