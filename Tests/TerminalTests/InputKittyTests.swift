import Terminal
import Testing

/// The keys as kitty's keyboard tells them, and xterm's extended keys.
struct InputKittyTests {
    /// A key in both encodings.
    private static let both: [(old: String, new: [String], key: Key, modifiers: Modifiers)] = [
        ("a", ["97u", "97;1u", "97;1:2u", "97;;97u", "97;65u", "97;129u"], .character("a"), []),
        ("A", ["97;2u", "97:65;2u", "97;2;65u", "27;2;65~", "65;2u"], .character("A"), []),
        ("é", ["233u", "233;1;233u", "0;;233u"], .character("é"), []),
        ("É", ["233;2u", "233:201;2u"], .character("É"), []),
        ("!", ["49:33;2u", "49;2;33u", "27;2;33~"], .character("!"), []),
        (" ", ["32u", "32;2u"], .character(" "), []),
        ("\u{1}", ["97;5u", "97;5:1u", "97;69u", "27;5;97~"], .character("a"), .control),
        ("\u{0}", ["32;5u", "27;5;32~"], .character(" "), .control),
        ("\u{1c}", ["92;5u"], .character("\\"), .control),
        ("\u{3}", ["1089::99;5u"], .character("c"), .control),
        ("\u{1b}a", ["97;3u", "97;33u", "27;3;97~"], .character("a"), .alt),
        ("\u{1b}A", ["97;4u", "97:65;4u", "27;4;65~"], .character("A"), .alt),
        ("\u{1b}\u{1}", ["97;7u"], .character("a"), [.alt, .control]),
        ("\r", ["13u", "57414u"], .enter, []),
        ("\u{1b}\r", ["13;3u", "57414;3u", "27;3;13~"], .enter, .alt),
        ("\t", ["9u"], .tab, []),
        ("\u{1b}[Z", ["9;2u", "27;2;9~"], .tab, .shift),
        ("\u{7f}", ["127u", "8u"], .backspace, []),
        ("\u{1b}\u{7f}", ["127;3u"], .backspace, .alt),
        ("\u{1b}[A", ["1;1:1A", "57419u", "1;1:2A"], .up, []),
        ("\u{1b}[1;5D", ["1;5:1D", "57417;5u"], .left, .control),
        ("\u{1b}[3~", ["3;1:2~", "57426u"], .delete, []),
        ("\u{1b}[5;2~", ["5;2:1~", "57421;2u"], .pageUp, .shift),
        ("\u{1b}[H", ["57423u"], .home, []),
        ("\u{1b}OP", ["P", "11~", "57364u"], .function(1), []),
        ("\u{1b}OR", ["13~", "1;1:1R", "57366u"], .function(3), []),
        ("\u{1b}[24~", ["24;1:1~", "57375u"], .function(12), []),
        ("\u{1b}Oq", ["57400u", "57400;129u"], .character("1"), []),
        ("\u{1b}Ok", ["57413u"], .character("+"), []),
    ]

    @Test func `a key is the same event in both encodings`() {
        for (old, new, key, modifiers) in Self.both {
            #expect(Input.events(old) == [.key(key, modifiers)], "\(old.debugDescription)")
            for body in new {
                #expect(Input.events("\u{1b}[\(body)") == [.key(key, modifiers)], "\(body)")
            }
        }
    }

    @Test func `each letter is the same event in both encodings`() {
        for byte in UInt8(ascii: "a")...UInt8(ascii: "z") {
            let letter = Character(Unicode.Scalar(byte))
            let upper = letter.uppercased()
            #expect(Input.events("\u{1b}[\(byte)u") == Input.events("\(letter)"))
            #expect(Input.events("\u{1b}[\(byte);2u") == Input.events(upper))
            #expect(Input.events("\u{1b}[\(byte);3u") == Input.events("\u{1b}\(letter)"))
            guard !"ijmh".contains(letter) else { continue }
            #expect(Input.events("\u{1b}[\(byte);5u") == Input.events([byte & 0x1f]))
        }
    }

    @Test func `what was one byte for two keys is two`() {
        let told: [(String, Key, Modifiers)] = [
            ("27u", .escape, []), ("91;5u", .character("["), .control),
            ("105;5u", .character("i"), .control), ("109;5u", .character("m"), .control),
            ("104;5u", .character("h"), .control), ("122;6u", .character("Z"), .control),
            ("13;2u", .enter, .shift), ("13;5u", .enter, .control),
            ("127;5u", .backspace, .control), ("9;6u", .tab, [.shift, .control]),
            ("27;3u", .escape, .alt), ("51;6u", .character("3"), [.shift, .control]),
        ]
        for (body, key, modifiers) in told {
            #expect(Input.events("\u{1b}[\(body)") == [.key(key, modifiers)], "\(body)")
        }
    }

    @Test func `the keypad has the keys that it is printed with`() {
        let characters = "0123456789./*-+"
        for (index, scalar) in characters.unicodeScalars.enumerated() {
            #expect(Input.events("\u{1b}[\(57399 + index)u") == [.key(.character(scalar))])
        }
        #expect(Input.events("\u{1b}[57415u\u{1b}[57416u") == Input.events("=,"))
        let keys: [Key] = [
            .left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .insert, .delete,
        ]
        for (index, key) in keys.enumerated() {
            #expect(Input.events("\u{1b}[\(57417 + index)u") == [.key(key)])
            #expect(Input.events("\u{1b}[\(57417 + index);2u") == [.key(key, .shift)])
        }
        #expect(Input.events("\u{1b}[57376u") == [.key(.function(13))])
        #expect(Input.events("\u{1b}[57398u") == [.key(.function(35))])
    }

    @Test func `a key that types several characters is several keys`() {
        #expect(Input.events("\u{1b}[0;;128512:65u") == Input.events("😀A"))
        #expect(Input.events("\u{1b}[97;2;7:65u") == Input.events("A"))
    }

    @Test(arguments: [
        "97;1:3u", "1;1:3A", "3;5:3~", "97;9u", "97;17u", "1;9A", "57358u", "57427u", "57441u",
        "57441;2u", "55296u", "1114112u", "99999999999999999999u", "128u", "7u", "0u", "63743u",
    ])
    func `keys that are let go, the desktop's, and unknown ones are no keys`(body: String) {
        #expect(Input.events("\u{1b}[\(body)") == [])
    }
}
