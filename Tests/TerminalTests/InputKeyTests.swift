import Terminal
import Testing

/// The keys as terminals told them before kitty.
struct InputKeyTests {
    @Test(arguments: InputSamples.keys)
    func `keys are told as they were`(sample: InputSamples.Sample) {
        #expect(Input.events(sample.text) == [sample.event])
    }

    @Test func `each byte is one key`() {
        for byte: UInt8 in 0..<0x80 where byte != 0x1b {
            #expect(Input.events([byte]).count == 1, "\(byte)")
        }
        for byte: UInt8 in 1...26 where ![8, 9, 10, 13].contains(byte) {
            let letter = Unicode.Scalar(byte + 0x60)
            #expect(Input.events([byte]) == [.key(.character(letter), .control)])
        }
    }

    @Test func `an Escape alone is the key after a silence`() {
        var parser = InputParser()
        #expect(!parser.isWaiting)
        #expect(parser.events("\u{1b}") == [])
        #expect(parser.isWaiting)
        #expect(parser.silence() == [.key(.escape)])
        #expect(!parser.isWaiting)
        #expect(parser.silence() == [])
    }

    @Test func `of two Escapes the first is the key and the second begins anew`() {
        var parser = InputParser()
        #expect(parser.events("\u{1b}\u{1b}") == [.key(.escape)])
        #expect(parser.silence() == [.key(.escape)])
        #expect(parser.events("\u{1b}\u{1b}[A") == [.key(.escape), .key(.up)])
        #expect(parser.events("\u{1b}\u{1b}a") == [.key(.escape), .key(.character("a"), .alt)])
    }

    @Test(arguments: ["[", "O", "]", "P", "_", "^", "X"])
    func `the begin of a sequence is Alt with its character after a silence`(
        introducer: Character
    ) throws {
        let scalar = try #require(introducer.unicodeScalars.first)
        var parser = InputParser()
        #expect(parser.events("\u{1b}\(introducer)") == [])
        #expect(parser.silence() == [.key(.character(scalar), .alt)])
        #expect(!parser.isWaiting)
    }

    @Test(
        arguments: [
            "\u{1b}[E", "\u{1b}[99~", "\u{1b}[201~", "\u{1b}[~", "\u{1b}[[Z", "\u{1b}Oz",
            "\u{1b}OE",
            "\u{1b}[1;9A", "\u{1b}[1;17A", "\u{1b}[1;2;3x", "\u{1b}[ q", "\u{1b}[1 2~",
            "\u{1b}[=5u",
            "\u{1b}[u", "\u{1b}[9;9t", "\u{1b}[1;5I",
        ] as [InputText]
    )
    func `what nobody knows is swallowed to its end`(text: InputText) {
        #expect(Input.events(text.text + "a") == [.key(.character("a"))])
    }

    @Test func `bytes that are no UTF-8 become one replacement each`() {
        let replacement = InputEvent.key(.character("\u{fffd}"))
        let a = InputEvent.key(.character("a"))
        let malformed: [([UInt8], [InputEvent])] = [
            ([0x80, 0x61], [replacement, a]),
            ([0xff, 0x61], [replacement, a]),
            ([0xc0, 0xaf], [replacement, replacement]),
            ([0xc3, 0x61], [replacement, a]),
            ([0xe2, 0x82, 0x61], [replacement, a]),
            ([0xed, 0xa0, 0x80], [replacement, replacement, replacement]),
            ([0xf4, 0x90], [replacement, replacement]),
            ([0xf0, 0x9f, 0x1b, 0x5b, 0x41], [replacement, .key(.up)]),
            ([0xc3, 0xc3, 0xa9], [replacement, .key(.character("é"))]),
        ]
        for (bytes, events) in malformed {
            #expect(Input.events(bytes) == events, "\(bytes)")
        }
        #expect(Input.events([0xc2, 0x9b]) == [])
    }

    @Test func `every scalar is read as it is written`() {
        for value in stride(from: UInt32(0xa0), through: 0x10_ffff, by: 7) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let events = Input.events(Array(String(scalar).utf8))
            if events != [.key(.character(scalar))] { Issue.record("U+\(value): \(events)") }
        }
    }
}
