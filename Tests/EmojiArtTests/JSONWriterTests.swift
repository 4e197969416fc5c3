import EmojiArt
import Foundation
import TestKit
import Testing

struct JSONWriterTests {
    private static func written(_ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        write(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test func `JS10 J4 integers of every length are written as others write them`() {
        for value in [Int.max, .min] {
            #expect(Self.written { $0.integer(value) } == "\(value)")
        }
        var power = 1
        for _ in 0..<19 {
            for value in [power - 1, power, power + 1, power / 9 * 5, power * 7 / 3] {
                #expect(Self.written { $0.integer(value) } == "\(value)")
                #expect(Self.written { $0.integer(-value) } == "\(-value)")
            }
            power = power.multipliedReportingOverflow(by: 10).partialValue
        }
        for value in 0..<20_000 {
            #expect(Self.written { $0.integer(value * 5_003) } == "\(value * 5_003)")
        }
    }

    @Test(arguments: [
        (0, "0"), (1, "0.000001"), (1_000_000, "1"), (1_500_000, "1.5"), (-250_000, "-0.25"),
        (1_000_001, "1.000001"), (100_000_000, "100"), (-1_000_010, "-1.00001"),
    ])
    func `JS10 R8 millionths are written in their shortest form and read back`(
        value: Int,
        text: String
    ) throws {
        #expect(Self.written { $0.millionths(value) } == text)
        let bytes = Array(text.utf8)
        var reader = JSONReader()
        try reader.read(bytes.span, within: .message)
        let millionths = reader.millionths(0, bytes.span)
        #expect(millionths == value)
    }

    @Test func `J11 every string is written so that it reads back`() throws {
        var random = SplitMix64(seed: 3)
        let scalars: [Unicode.Scalar] = [
            "a", "\"", "\\", "/", "\0", "\u{1F}", "\u{7F}", "é", "\u{2028}", "\u{FFFD}", "🚲",
            "\u{200D}", "\u{FE0F}", "\u{10FFFF}", "\n", "\u{FEFF}",
        ]
        for _ in 0..<500 {
            var text = ""
            for _ in 0..<Int.random(in: 0...40, using: &random) {
                text.unicodeScalars.append(scalars.randomElement(using: &random) ?? "a")
            }
            var writer = JSONWriter()
            writer.string(text)
            var reader = JSONReader()
            try reader.read(writer.bytes.span, within: .message)
            let read = reader.string(0, writer.bytes.span) ?? ""
            #expect(read.utf8.elementsEqual(text.utf8))
            // Another reader finds the same text in it.
            let other = try JSONDecoder().decode(String.self, from: Data(writer.bytes))
            #expect(other.utf8.elementsEqual(text.utf8))
        }
    }

    @Test func `JS12 only what JSON demands is escaped`() {
        #expect(Self.written { $0.string("a/\"\\\n\u{1f}<&>'🚲") } == #""a/\"\\\u000a\u001f<&>'🚲""#)
    }

    @Test func `words, ids and arrays have their form`() {
        #expect(Self.written { $0.word(0xff) } == "\"00000000000000ff\"")
        #expect(Self.written { $0.word(UInt64.max) } == "\"ffffffffffffffff\"")
        #expect(Self.written { $0.emojiID(Fixture.id("12.7")) } == "\"12.7\"")
        #expect(Self.written { $0.array([1, 2]) { $0.integer($1) } } == "[1,2]")
        #expect(Self.written { $0.array([Int]()) { $0.integer($1) } } == "[]")
    }
}
