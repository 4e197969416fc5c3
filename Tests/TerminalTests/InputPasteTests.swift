import Terminal
import Testing

struct InputPasteTests {
    private static let begin = "\u{1b}[200~"
    private static let end = "\u{1b}[201~"

    private static func paste(_ text: String) -> InputEvent { .paste(Array(text.utf8)) }

    @Test(
        arguments: [
            "", "one", "one\rtwo\n", "🙂é", "\u{1b}", "\u{1b}[A", "\u{1b}[201", "\u{1b}\u{1b}[20",
            "\u{1b}[200~", "\u{1b}[\u{1b}[2\u{1b}[20", "\u{0}\u{3}",
        ] as [InputText]
    )
    func `a text comes as it is`(text: InputText) {
        let events = Input.events(Self.begin + text.text + Self.end + "q")
        #expect(events == [Self.paste(text.text), .key(.character("q"))])
    }

    @Test func `bytes that are no UTF-8 come as they are`() {
        let bytes = Array(0...255 as ClosedRange<UInt8>)
        let events = Input.events(Array(Self.begin.utf8) + bytes + Array(Self.end.utf8))
        #expect(events == [.paste(bytes)])
    }

    @Test func `a text that is too long is told once, at its end, and not kept`() {
        var parser = InputParser()
        let part = [UInt8](repeating: 0x61, count: InputParser.pasteBytesMax / 4)
        #expect(parser.events(Self.begin) == [])
        for _ in 0..<4 { #expect(parser.receive(part) == []) }
        #expect(parser.keptBytes == InputParser.pasteBytesMax)
        var longest = parser
        #expect(longest.events(Self.end) == [.paste(part + part + part + part)])
        #expect(longest.keptBytes == 0)
        for _ in 0..<4 {
            #expect(parser.receive(part) == [])
            #expect(parser.keptBytes == 0)
        }
        #expect(parser.events(Self.end + "a") == [.pasteTooLong, .key(.character("a"))])
        #expect(parser.events(Self.begin + "b" + Self.end) == [Self.paste("b")])
    }

    @Test func `a half end counts for the length`() {
        var parser = InputParser()
        let part = [UInt8](repeating: 0x61, count: InputParser.pasteBytesMax - 2)
        #expect(parser.receive(Array(Self.begin.utf8) + part) == [])
        #expect(parser.events("\u{1b}[x" + Self.end) == [.pasteTooLong])
    }

    @Test func `a stall is no end, but a paste whose end was lost ends`() {
        var parser = InputParser()
        #expect(parser.events(Self.begin + "one") == [])
        #expect(parser.silence(InputParser.pasteTimeoutsMax - 1) == [])
        #expect(parser.events("two\u{1b}[2") == [])
        #expect(parser.silence(InputParser.pasteTimeoutsMax - 1) == [])
        #expect(parser.isWaiting)
        #expect(parser.silence() == [Self.paste("onetwo")])
        #expect(!parser.isWaiting)
        #expect(parser.events("a") == [.key(.character("a"))])
    }

    @Test func `an end without a begin is nothing`() {
        #expect(Input.events(Self.end + "a") == [.key(.character("a"))])
    }
}
