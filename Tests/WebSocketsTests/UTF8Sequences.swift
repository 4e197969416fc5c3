/// The byte sequences of Markus Kuhn's "UTF-8 decoder capability and stress test", as the suite's
/// subgroups 6.5 to 6.23 have them.
enum UTF8Sequences {
    struct Sequence {
        let isValid: Bool
        let bytes: [UInt8]
    }

    struct Group {
        let what: String
        let sequences: [Sequence]

        /// Sequences in hexadecimal, separated by spaces.
        init(_ what: String, valid: String = "", invalid: String = "") {
            self.what = what
            sequences =
                Self.read(valid).map { Sequence(isValid: true, bytes: $0) }
                + Self.read(invalid).map { Sequence(isValid: false, bytes: $0) }
        }

        init(_ what: String, _ sequences: [Sequence]) {
            self.what = what
            self.sequences = sequences
        }

        private static func read(_ text: String) -> [[UInt8]] {
            text.split(separator: " ").map { digits in
                stride(from: 0, to: digits.count, by: 2).compactMap { offset in
                    UInt8(digits.dropFirst(offset).prefix(2), radix: 16)
                }
            }
        }
    }

    /// The Greek word that begins the stress test, its second letter with an oxia: 11 bytes.
    static let word: [UInt8] = Array("κ\u{1F79}σμε".utf8)

    static let groups: [Group] = valid + boundaries + malformed + overlong + surrogates + unusual

    private static let valid: [Group] = {
        let word = Self.word
        let texts = ["hello$world", "hello¢world", "hello€world", "hello\u{24B62}world"]
        // The ends of its characters: any other prefix is cut within one.
        let ends: Set = [2, 5, 7, 9, 11]
        return [
            Group(
                "some valid UTF-8",
                (texts.map { Array($0.utf8) } + [word]).map { Sequence(isValid: true, bytes: $0) }
            ),
            Group(
                "prefixes of a valid text",
                (1...word.count).map { count in
                    Sequence(isValid: ends.contains(count), bytes: Array(word[..<count]))
                }
            ),
        ]
    }()

    private static let boundaries: [Group] = [
        Group("the first sequence of a length", valid: "00 c280 e0a080 f0908080"),
        Group("the first sequence of 5 or 6 bytes", invalid: "f888808080 fc8480808080"),
        Group("the last sequence of a length", valid: "7f dfbf efbfbf f48fbfbf"),
        Group("the last of 4, 5 or 6 bytes", invalid: "f7bfbfbf fbbfbfbfbf fdbfbfbfbfbf"),
        Group("other boundaries", valid: "ed9fbf ee8080 efbfbd f48fbfbf", invalid: "f4908080"),
    ]

    private static let malformed: [Group] = {
        let cut = [
            "c0", "e080", "f08080", "f8808080", "fc80808080", "df", "efbf", "f7bfbf", "fbbfbfbf",
            "fdbfbfbfbf",
        ]
        let starts: [ClosedRange<UInt8>] = [
            0xC0...0xDE, 0xE0...0xEE, 0xF0...0xF6, 0xF8...0xFA, 0xFC...0xFC,
        ]
        let stray = Group(
            "continuation bytes of nothing",
            invalid: "80 bf 80bf 80bf80 80bf80bf 80bf80bf80 80bf80bf80bf"
        )
        let all = Sequence(isValid: false, bytes: Array(0x80...0xBE))
        return [
            Group(stray.what, stray.sequences + [all]),
            Group(
                "first bytes alone",
                starts.map { range in
                    Sequence(isValid: false, bytes: range.flatMap { [$0, 0x20] })
                }
            ),
            Group("the last continuation byte missing", invalid: cut.joined(separator: " ")),
            Group("all of those together", invalid: cut.joined()),
            Group("impossible bytes", invalid: "fe ff fefeffff"),
        ]
    }()

    private static let overlong: [Group] = [
        Group("overlong slashes", invalid: "c0af e080af f08080af f8808080af fc80808080af"),
        Group("the longest overlong", invalid: "c1bf e09fbf f08fbfbf f887bfbfbf fc83bfbfbfbf"),
        Group("overlong NUL", invalid: "c080 e08080 f0808080 f880808080 fc8080808080"),
    ]

    private static let surrogates: [Group] = [
        Group("surrogates", invalid: "eda080 edadbf edae80 edafbf edb080 edbe80 edbfbf"),
        Group(
            "pairs of surrogates",
            invalid: "eda080edb080 eda080edbfbf edadbfedb080 edadbfedbfbf edae80edb080 "
                + "edae80edbfbf edafbfedb080 edafbfedbfbf"
        ),
    ]

    /// Code points that are no characters, U+FFFE and U+FFFF of each plane among them, are UTF-8.
    private static let unusual: [Group] = {
        let planes: [[UInt8]] =
            [[0xEF, 0xBF, 0xBE], [0xEF, 0xBF, 0xBF]]
            + (1...16).flatMap { plane in
                [0xFFFE, 0xFFFF].compactMap { low in
                    Unicode.Scalar(UInt32(plane << 16 | low)).map { Array(String($0).utf8) }
                }
            }
        return [
            Group("no characters", planes.map { Sequence(isValid: true, bytes: $0) }),
            Group("specials", valid: "efbfb9 efbfba efbfbb efbfbc efbfbd efbfbe efbfbf"),
        ]
    }()
}
