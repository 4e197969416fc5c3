import EmojiArt
import TestKit
import Testing

struct EmojiArtFileErrorTests {
    private static func sentence(for file: String) -> String? {
        #expect(throws: FileError.self) { try EmojiArtFile.read(Array(file.utf8)) }?.description
    }

    @Test(arguments: [
        ("", "The file is not JSON: unexpected end at byte 0."),
        ("{\"emojis\":[,]}", "The file is not JSON: unexpected byte at byte 11."),
        (
            "{\"emojis\":[],\"emojis\":[]}",
            "The file is not JSON: duplicate key at byte 14."
        ),
        ("[]", "The file is an array, but must be an object."),
        ("{}", "emojis is missing."),
        (#"{"emojis":[]}"#, "uniqueEmojiId is missing."),
        (#"{"uniqueEmojiId":0}"#, "emojis is missing."),
        (#"{"emojis":{},"uniqueEmojiId":0}"#, "emojis is an object, but must be an array."),
        (
            #"{"emojis":[],"uniqueEmojiId":"1"}"#,
            #"uniqueEmojiId is "1", but must be a whole number of 0 to 9007199254740991."#
        ),
        (
            #"{"background":"ftp://a/b","emojis":[],"uniqueEmojiId":0}"#,
            #"background is "ftp://a/b", but must be an http:, https: or data:image/ URL"#
                + " of at most 60000 ASCII bytes, or a base64 data:image/ URL of at most 8388608"
                + " bytes of image."
        ),
    ])
    func `J1 a file that cannot be is refused with its field`(file: String, sentence: String) {
        #expect(Self.sentence(for: file) == sentence)
    }

    private static let emoji = #"{"id":2,"string":"🚲","position":{"x":0,"y":0},"size":1}"#
    private static let place = "a whole number of -1000000 to 1000000."

    @Test(arguments: [
        (emoji, "7", " is 7, but must be an object."),
        (#""id":2,"#, "", ".id is missing."),
        (":2", ":0", ".id is 0, but must be a whole number of 1 to 9007199254740991."),
        (":2", ":1", ".id is 1, but must be an id that no other emoji has."),
        (#""string":"🚲","#, "", ".string is missing."),
        ("🚲", "ab", #".string is "ab", but must be one emoji."#),
        ("🚲", #"\u202E\u0007🚲"#, #".string is "\u{202E}\u{7}🚲", but must be one emoji."#),
        (#""position":{"x":0,"y":0},"#, "", ".position is missing."),
        (#"{"x":0,"y":0}"#, "[1,2]", ".position is an array, but must be an object."),
        (#""x":0"#, #""x":1.5"#, ".position.x is 1.5, but must be \(place)"),
        (#""y":0"#, #""y":1000001"#, ".position.y is 1000001, but must be \(place)"),
        (#""y":0"#, #""y":1e400"#, ".position.y is 1e400, but must be \(place)"),
        (#","size":1"#, "", ".size is missing."),
        (":1}", ":-1}", ".size is -1, but must be a whole number of 0 to 10000."),
    ])
    func `J3 an emoji that cannot be is refused with its field`(
        part: String,
        other: String,
        fault: String
    ) {
        let good = #"{"id":1,"position":{"x":0,"y":0},"size":40,"string":"🚲"}"#
        let bad = Self.emoji.replacing(part, with: other)
        let file = AppFiles.emoji("\(good),\(bad)", uniqueEmojiId: 9)
        #expect(Self.sentence(for: file) == "emojis[1]\(fault)")
    }

    @Test func `J3 uniqueEmojiId is at least the highest id`() {
        let emoji = #"{"id":3,"position":{"x":0,"y":0},"size":40,"string":"🚲"}"#
        #expect(
            Self.sentence(for: AppFiles.emoji(emoji, uniqueEmojiId: 2))
                == "uniqueEmojiId is 2, but must be a whole number of 3 to 9007199254740991."
        )
    }

    @Test(arguments: [
        (#"{"other":1}"#, "background is an object of other fields,"),
        (#"{"blank":{},"url":{"_0":"https://a/b"}}"#, "background is an object of other fields,"),
        (#"{"url":{}}"#, "background.url._0 is missing."),
        (#"{"url":{"_0":7}}"#, "background.url._0 is 7,"),
        (#"{"theURL":"file:///a"}"#, #"background.theURL is "file:///a","#),
        (#"{"imageData":"AAAA"}"#, #"background.imageData is "AAAA", but must be a PNG, JPEG,"#),
        (#"{"imageData":{"_0":"iVBORw0KGgo"}}"#, "background.imageData._0 is"),
        (#"{"imageData":{"_0":"iVBO=w0KGgo="}}"#, "background.imageData._0 is"),
        (#"{"imageData":"R0lG!DlhAQAB"}"#, "background.imageData is"),
        (#"{"imageData":""}"#, #"background.imageData is "","#),
        (#""https://a/b""#, #"background is "https://a/b", but must be an object."#),
    ])
    func `J10 a 2021 background that cannot be is refused`(json: String, start: String) {
        let sentence = Self.sentence(for: AppFiles.file(background: json))
        #expect(sentence?.hasPrefix(start) == true, "\(sentence ?? "")")
    }

    @Test func `J10 HT13 an image too large for a server is refused without its text`() {
        let image = "R0lGODlh" + String(repeating: "A", count: 11_184_808)
        for json in [#"{"imageData":"\#(image)"}"#, #""data:image/gif;base64,\#(image)""#] {
            let sentence = Self.sentence(for: AppFiles.file(background: json)) ?? ""
            #expect(sentence.hasPrefix("background"), "\(sentence.prefix(60))")
            #expect(sentence.contains("is a text of 111848"), "\(sentence.prefix(60))")
            #expect(sentence.utf8.count < 400)
        }
    }

    @Test func `more emojis than a document holds are refused before they are read`() {
        let items = Array(repeating: "0", count: Limits.emojisMax + 1).joined(separator: ",")
        #expect(
            Self.sentence(for: AppFiles.emoji(items))
                == "emojis is an array of 100001 items, but must be one of at most 100000."
        )
    }

    @Test func `a file that is cut or bent anywhere never traps`() {
        var random = SplitMix64(seed: 11)
        for file in [AppFiles.year2023, AppFiles.year2021, AppFiles.year2020, AppFiles.year2017] {
            let bytes = Array(file.utf8)
            for count in bytes.indices {
                #expect(throws: FileError.self) { try EmojiArtFile.read(Array(bytes[..<count])) }
                var bent = bytes
                bent[count] = UInt8.random(in: 0...255, using: &random)
                _ = try? EmojiArtFile.read(bent)
            }
        }
    }
}
