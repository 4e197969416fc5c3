import Testing

@testable import WebSockets

@Suite struct MessageAssemblerTests {
    private func add(
        _ assembler: inout MessageAssembler,
        _ count: Int,
        remaining: UInt = 0,
        isFinal: Bool = true
    ) -> MessageAssembler.Outcome {
        let chunk = [UInt8](repeating: 0x61, count: count)
        return assembler.add(
            chunk.span,
            remaining: remaining,
            isFinal: isFinal,
            isBinary: false
        )
    }

    @Test func `a message in one chunk is used in place, others are gathered`() {
        var assembler = MessageAssembler(bytesMax: 10, fragmentsMax: 3)
        #expect(add(&assembler, 10) == .whole)
        #expect(add(&assembler, 0) == .whole)
        #expect(add(&assembler, 4, remaining: 3, isFinal: false) == .incomplete)
        #expect(add(&assembler, 3) == .gathered)
        #expect(assembler.take().count == 7)
        #expect(add(&assembler, 10) == .whole)
    }

    @Test func `1009 refuses what is announced, before it comes, at any size`() {
        for remaining in [UInt(1), 1 << 40, UInt(Int.max), .max] {
            var assembler = MessageAssembler(bytesMax: 10, fragmentsMax: 3)
            let outcome = add(&assembler, 10, remaining: remaining, isFinal: false)
            #expect(outcome == .refused(code: 1009, reason: "too_big: a message over 10 bytes"))
        }
        var assembler = MessageAssembler(bytesMax: 10, fragmentsMax: 3)
        #expect(add(&assembler, 6, isFinal: false) == .incomplete)
        let outcome = add(&assembler, 5)
        #expect(outcome == .refused(code: 1009, reason: "too_big: a message over 10 bytes"))
    }

    @Test func `1009 refuses the frame after the last allowed, empty ones counted`() {
        var assembler = MessageAssembler(bytesMax: 10, fragmentsMax: 3)
        for _ in 0..<3 { #expect(add(&assembler, 0, isFinal: false) == .incomplete) }
        let outcome = add(&assembler, 0)
        #expect(outcome == .refused(code: 1009, reason: "too_big: a message in over 3 frames"))
    }
}
