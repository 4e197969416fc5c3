import Testing

@testable import EmojiArt

struct JSONReaderTests {
    private static let bounds = {
        var bounds = JSONReader.Bounds.file
        bounds.bytesMax = 200_000
        bounds.depthMax = 4
        bounds.keysMax = 3
        bounds.itemsMax = 5
        return bounds
    }()

    /// What a text is refused for.
    private static func failure(_ text: String) -> JSONError? {
        var reader = JSONReader()
        do {
            try reader.read(Array(text.utf8).span, within: bounds)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        "{}", "[]", " [ ] ", "\t\r\n{\"a\" : 1 ,\"b\":[]}\n", "0", "-0", "-1", "1.5", "1e400",
        "1E+2", "1e-2", "0.5", "9007199254740993", "\"\"", "\"\u{7F}\u{2028}\"", "true", "false",
        "null", "[[[[]]]]", "[1,2,3,4,5]", #"{"a":1,"b":2,"c":3}"#, #""\ud83d\udeb2""#,
        #""\"\\\/\b\f\n\r\t\u0000""#, "12345678901234567890123456789012",
    ])
    func `valid JSON is read`(text: String) {
        #expect(Self.failure(text) == nil)
    }

    @Test(
        arguments: [
            ("", .unexpectedEnd, 0), (" ", .unexpectedEnd, 1), ("[", .unexpectedEnd, 1),
            ("{", .unexpectedEnd, 1), ("{\"a\"", .unexpectedEnd, 4), ("{\"a\":", .unexpectedEnd, 5),
            ("[1", .unexpectedEnd, 2), ("\"a", .unexpectedEnd, 2), ("tru", .unexpectedEnd, 3),
            (#""\"#, .unexpectedEnd, 1), (#""\u12"#, .unexpectedEnd, 1),
            ("[1,]", .unexpectedByte, 3), ("{\"a\":1,}", .unexpectedByte, 7),
            ("[,1]", .unexpectedByte, 1), ("[1 2]", .unexpectedByte, 3),
            ("{1:2}", .unexpectedByte, 1),
            ("{\"a\" 1}", .unexpectedByte, 5), ("{'a':1}", .unexpectedByte, 1),
            ("// c\n1", .unexpectedByte, 0), ("[/**/]", .unexpectedByte, 1),
            ("[1]//", .trailingBytes, 3), ("1 2", .trailingBytes, 2), ("{}{}", .trailingBytes, 2),
            ("trux", .unexpectedByte, 3), ("NaN", .unexpectedByte, 0), ("nul ", .unexpectedByte, 3),
            ("Infinity", .unexpectedByte, 0), ("+1", .unexpectedByte, 0),
            (".5", .unexpectedByte, 0),
            ("\u{A0}1", .unexpectedByte, 0), ("\0", .unexpectedByte, 0),
        ] as [(String, JSONError.Reason, Int)]
    )
    func `FA34 JS2 JS3 what the grammar does not allow is refused where it stands`(
        text: String,
        reason: JSONError.Reason,
        offset: Int
    ) {
        #expect(Self.failure(text) == JSONError(reason: reason, offset: offset))
    }

    @Test(arguments: ["01", "-01", "00", "1.", "1.e2", "1e", "1e+", "-", "-.5", "1.5.", "--1"])
    func `FA37 JS6 numbers in another form are refused`(text: String) {
        let reason = Self.failure(text)?.reason
        #expect(reason == .invalidNumber || text == "1.5." && reason == .trailingBytes)
    }

    @Test(arguments: [
        (#""\ud83d""#, 1), (#""\udeb2""#, 1), (#""\ud83dx""#, 1), (#""\ud83d\n""#, 8),
        (#""\u12""#, 5),
        (#""\ud83d\ud83d""#, 1), (#""\ud83d\u0041""#, 1), (#""\x41""#, 1), (#""\u12G4""#, 5),
        ("\"a\u{1F}\"", 2), ("\"a\nb\"", 2), ("\"\0\"", 1), ("{\"a\u{1}\":1}", 3),
    ])
    func `JS5 half surrogate pairs, bad escapes and control characters are refused`(
        text: String,
        offset: Int
    ) {
        #expect(Self.failure(text) == JSONError(reason: .invalidString, offset: offset))
    }

    @Test func `FA35 JS4 duplicate keys are refused, short and long`() {
        #expect(Self.failure(#"{"a":1,"a":2}"#) == JSONError(reason: .duplicateKey, offset: 8))
        #expect(Self.failure(#"{"":1,"":2}"#)?.reason == .duplicateKey)
        let long = "a key of more than 15 bytes"
        #expect(Self.failure("{\"\(long)\":1,\"\(long)\":2}")?.reason == .duplicateKey)
        #expect(Self.failure("{\"\(long)\":1,\"\(long)!\":2}") == nil)
        #expect(Self.failure("{\"\(long)a\":1,\"\(long)b\":2}") == nil)
        #expect(Self.failure(#"{"a":1,"b":{"a":2}}"#) == nil)
        #expect(Self.failure(#"{"\u0061":1}"#) == JSONError(reason: .escapedKey, offset: 2))
    }

    @Test func `FA36 JS8 depth, keys, items and bytes are bounded`() {
        #expect(Self.failure("[[[[[]]]]]") == JSONError(reason: .tooDeep, offset: 4))
        #expect(Self.failure(#"{"a":[{"b":[[]]}]}"#)?.reason == .tooDeep)
        #expect(Self.failure(#"{"a":1,"b":2,"c":3,"d":4}"#)?.reason == .tooManyKeys)
        #expect(Self.failure("[1,2,3,4,5,6]") == JSONError(reason: .tooManyItems, offset: 11))
        let nested = String(repeating: "[", count: 200_000)
        #expect(Self.failure(nested)?.reason == .tooDeep)
        #expect(Self.failure(nested + "[") == JSONError(reason: .tooLong, offset: 0))
    }

    @Test(
        arguments: [
            ("0", 0), ("-0", nil), ("-1", -1), ("1.0", nil), ("1e0", nil), ("10", 10),
            ("9007199254740991", 9_007_199_254_740_991), ("9007199254740992", nil),
            ("-9007199254740991", -9_007_199_254_740_991), ("-9007199254740992", nil),
            ("18446744073709551617", nil), ("\"1\"", nil), ("true", nil), ("null", nil),
        ] as [(String, Int?)]
    )
    func `JS6 JS7 J4 integers are those that JavaScript holds exactly`(
        text: String,
        value: Int?
    ) throws {
        var reader = JSONReader()
        try reader.read(Array(text.utf8).span, within: .message)
        let integer = reader.integer(0)
        #expect(integer == value)
    }

    @Test(
        arguments: [
            ("1", 1_000_000), ("-1.5", -1_500_000), ("0.000001", 1), ("0.0000001", nil),
            ("1.500000", 1_500_000), ("-0", 0), ("-0.0", 0), ("1e3", nil), ("1e400", nil),
            ("9007199254.740991", 9_007_199_254_740_991), ("9007199254.740992", nil),
            ("9007199255", nil), ("123456789012345678901234567890", nil), ("\"1\"", nil),
        ] as [(String, Int?)]
    )
    func `JS9 R8 a decimal is a whole number of millionths or nothing`(
        text: String,
        value: Int?
    ) throws {
        let bytes = Array(text.utf8)
        var reader = JSONReader()
        try reader.read(bytes.span, within: .message)
        let millionths = reader.millionths(0, bytes.span)
        #expect(millionths == value)
    }

    @Test func `members are found by name, whatever their order and depth`() throws {
        let text = #"{"b":[1,{"a":2}],"a":"x","long name of 24 bytes.":1,"t":true,"id":"12.7"}"#
        let bytes = Array(text.utf8)
        var reader = JSONReader()
        try reader.read(bytes.span, within: .message)
        let absent = [reader.member("c", of: 0), reader.member("long name of 24", of: 0)]
        #expect(absent == [nil, nil])
        let member = reader.member("a", of: 0) ?? 0
        let string = reader.string(member, bytes.span)
        #expect(string == "x")
        let flag = reader.boolean(reader.member("t", of: 0) ?? 0)
        #expect(flag == true)
        let node = reader.member("id", of: 0) ?? 0
        let ids = [reader.emojiID(node, bytes.span), reader.emojiID(member, bytes.span)]
        #expect(ids == [Fixture.id("12.7"), nil])
    }
}
