import EmojiArt
import Foundation
import TestKit
import Testing

struct EmojiTextTests {
    private struct Vectors: Decodable {
        struct Refused: Decodable {
            let text: String
            let code: String
        }

        let accepted: [String]
        let refused: [Refused]
    }

    private static func vectors() throws -> Vectors {
        let data = try Data(contentsOf: Repository.vectors("emoji-texts.json"))
        return try JSONDecoder().decode(Vectors.self, from: data)
    }

    @Test func `OP28 every accepted vector is one emoji and keeps its bytes`() throws {
        let accepted = try Self.vectors().accepted
        #expect(accepted.count >= 300)
        for string in accepted {
            let text = try? EmojiText(string)
            #expect(text?.string.utf8.elementsEqual(string.utf8) == true, "\(string.escaped)")
        }
    }

    @Test func `FA39 FA41 OP28 every refused vector is refused for its reason`() throws {
        let refused = try Self.vectors().refused
        #expect(refused.count > 50)
        for vector in refused {
            let expected: EmojiTextError = vector.code == "text_too_long" ? .tooLong : .notEmoji
            #expect(throws: expected, "\(vector.text.escaped)") { try EmojiText(vector.text) }
        }
    }

    @Test func `OP28 what a server has judged may have 64 bytes, and no more`() throws {
        let text = String(repeating: "🚲", count: 16)
        #expect(try EmojiText(judged: text).string == text)
        #expect(throws: EmojiTextError.tooLong) { try EmojiText(judged: text + "a") }
    }

    @Test(arguments: ["Q=Q=", "Q===", "=", "QQ=Q"])
    func `base64 has its padding at the end alone`(text: String) {
        #expect(Base64.decode(text[...], atMost: 100) == nil)
    }

    @Test func `the vectors hold every built-in palette emoji`() throws {
        let accepted = try Set(Self.vectors().accepted.map { Array($0.utf8) })
        for text in Palette.builtIn.flatMap(\.emojis) {
            #expect(accepted.contains(Array(text.string.utf8)), "\(text)")
        }
    }

    @Test func `J11 texts that look alike differ by their bytes`() {
        #expect(Fixture.text("❤") != Fixture.text("❤️"))
        #expect(Set(["❤", "❤️", "❤"].map(Fixture.text)).count == 2)
    }

    @Test func `FA40 OP28 a hostile text is refused by its length before any grapheme work`() {
        let chain = "👩" + String(repeating: "\u{200D}👩", count: 200_000)
        #expect(throws: EmojiTextError.tooLong) { try EmojiText(chain) }
    }

    @Test func `OP28 no three scalars trap, and what is accepted is one character`() {
        let scalars: [Unicode.Scalar] = [
            "1", "#", "a", " ", "\0", "©", "⌚", "☺", "👩", "🏽", "🇫", "🇷", "🏴", "\u{E0067}",
            "\u{E007F}", "\u{200D}", "\u{FE0E}", "\u{FE0F}", "\u{20E3}", "\u{301}", "\u{202E}",
        ]
        for first in scalars {
            for second in scalars {
                for third in scalars {
                    let string = "\(first)\(second)\(third)"
                    guard let text = try? EmojiText(string) else { continue }
                    #expect(text.string.count == 1)
                }
            }
        }
    }
}

extension String {
    /// The text with every scalar that is not plain ASCII as its number.
    var escaped: String {
        unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
    }
}
