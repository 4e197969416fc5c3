import Terminal
import TestKit
import Testing

/// However bytes are cut, the events are the same; and silences end what is unfinished.
struct InputCutTests {
    @Test func `a recording has the same events when it is cut at any byte`() {
        let recording = InputSamples.recording
        let whole = Input.events(recording)
        #expect(whole.count > 120)
        for index in recording.indices {
            let cut = Input.events([Array(recording[..<index]), Array(recording[index...])])
            #expect(cut == whole, "cut at \(index)")
        }
        #expect(Input.events(recording.map { [$0] }) == whole)
    }

    @Test func `each sequence has the same events in single bytes, and ends`() {
        for text in InputSamples.keys.map(\.text) + InputSamples.others {
            var parser = InputParser()
            let events = text.utf8.flatMap { parser.receive([$0]) }
            #expect(events == Input.events(text))
            #expect(!parser.isWaiting, "\(text.debugDescription)")
            #expect(parser.keptBytes == 0, "\(text.debugDescription)")
        }
    }

    @Test func `bytes of chance have the same events however they are cut`() {
        var generator = SplitMix64(seed: 0x1f)
        for _ in 0..<500 {
            let bytes = InputChance.bytes(count: 60, using: &generator)
            let whole = Input.events(bytes)
            let pieces = InputChance.cut(bytes, using: &generator)
            #expect(Input.events(pieces) == whole, "\(Input.name(bytes))")
            #expect(Input.events(bytes.map { [$0] }) == whole, "\(Input.name(bytes))")
        }
    }

    @Test(
        arguments: [
            "\u{1b}[1", "\u{1b}[1;5", "\u{1b}[<0;12", "\u{1b}[[", "\u{1b}O5", "\u{1b}[M",
            "\u{1b}[M !",
            "\u{1b}]11;rgb:00", "\u{1b}P>|tm", "\u{1b}_Gi",
        ] as [InputText]
    )
    func `half a sequence is awaited for half a second and then dropped`(text: InputText) {
        var parser = InputParser()
        #expect(parser.events(text.text) == [])
        #expect(parser.silence(InputParser.sequenceTimeoutsMax - 1) == [])
        #expect(parser.isWaiting)
        #expect(parser.silence() == [])
        #expect(!parser.isWaiting)
        #expect(parser.events("a") == [.key(.character("a"))])
    }

    @Test func `a sequence goes on after a short silence`() {
        var parser = InputParser()
        for part in ["\u{1b}[<0", ";300", ";2"] {
            #expect(parser.events(part) == [])
            #expect(parser.silence(InputParser.sequenceTimeoutsMax - 1) == [])
        }
        #expect(parser.events("M") == [.mouse(Mouse(.press(.left), column: 299, row: 1))])
    }

    @Test func `half a character and half an end of a string end as well`() {
        var parser = InputParser()
        #expect(parser.receive([0xf0, 0x9f]) == [])
        #expect(parser.silence(InputParser.sequenceTimeoutsMax) == [.key(.character("\u{fffd}"))])
        #expect(parser.events("\u{1b}]2;title\u{1b}") == [])
        #expect(parser.silence(InputParser.sequenceTimeoutsMax) == [.key(.escape)])
        #expect(!parser.isWaiting)
    }

    @Test func `an Escape or a control byte in a sequence begins anew`() {
        let up = InputEvent.key(.up)
        for begin in ["\u{1b}[", "\u{1b}[1;", "\u{1b}O", "\u{1b}O1", "\u{1b}[[", "\u{1b}[M !"] {
            #expect(Input.events(begin + "\u{1b}[A") == [up], "\(begin.debugDescription)")
            #expect(Input.events(begin + "\r") == [.key(.enter)], "\(begin.debugDescription)")
            #expect(Input.events(begin + "é") != [], "\(begin.debugDescription)")
        }
        for begin in ["\u{1b}]11;rgb", "\u{1b}P", "\u{1b}_x"] {
            #expect(Input.events(begin + "\u{1b}[A") == [up], "\(begin.debugDescription)")
            #expect(Input.events(begin + "\u{18}a") == [.key(.character("a"))])
        }
    }

    @Test func `what is too long is swallowed to its end and not kept`() {
        let digits = String(repeating: "1", count: 100_000)
        for (text, end) in [
            ("\u{1b}[\(digits)", "A"), ("\u{1b}[1;\(digits)", "~"), ("\u{1b}O\(digits)", "P"),
            ("\u{1b}]11;rgb:\(digits)", "\u{7}"), ("\u{1b}P\(digits)", "\u{1b}\\"),
        ] {
            var parser = InputParser()
            #expect(parser.events(text) == [])
            #expect(parser.keptBytes <= InputParser.sequenceBytesMax + 1)
            #expect(parser.events(end + "a") == [.key(.character("a"))])
        }
        let longest = "\u{1b}[" + String(repeating: "0", count: InputParser.sequenceBytesMax) + "A"
        #expect(Input.events(longest) == [.key(.up)])
    }
}

private enum InputChance {
    /// Bytes of which many are those that sequences are made of.
    static func bytes(count: Int, using generator: inout SplitMix64) -> [UInt8] {
        let likely = Array("\u{1b}\u{1b}\u{1b}[[[O]P;;:?<M012~ARu$y\u{7}\\\r".utf8)
        return (0..<Int.random(in: 0...count, using: &generator)).map { _ in
            if generator.chance(oneIn: 3) { return UInt8(truncatingIfNeeded: generator.next()) }
            return likely[Int.random(in: likely.indices, using: &generator)]
        }
    }

    static func cut(_ bytes: [UInt8], using generator: inout SplitMix64) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Int.random(in: 0...min(rest.count, 9), using: &generator)
            pieces.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return pieces
    }
}
