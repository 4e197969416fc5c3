import TestKit

// Group 6: texts that are UTF-8, and bytes that are not.
extension ConformanceCase {
    static let utf8 = emptyFrames + validFragments + invalidFragments + refusals + sequences

    private static let sequences: [ConformanceCase] = {
        var cases: [ConformanceCase] = []
        for (index, group) in UTF8Sequences.groups.enumerated() {
            for (number, sequence) in group.sequences.enumerated() {
                let frame = RawFrame(1, sequence.bytes)
                cases.append(
                    ConformanceCase(
                        "6.\(index + 5).\(number + 1)",
                        group.what,
                        [.frame(frame)],
                        answers: sequence.isValid ? [.text(.bytes(sequence.bytes))] : [],
                        end: sequence.isValid ? .goodbye : notUTF8
                    )
                )
            }
        }
        return cases
    }()

    private static let greeting = "Hello-µ@ßöäüàá-UTF-8!!"
    private static let word = UTF8Sequences.word
    private static let tail: [UInt8] = Array("edited".utf8)

    private static let emptyFrames: [ConformanceCase] = [
        ConformanceCase("6.1.1", "an empty text", [.text("")], answers: [.text("")]),
        ConformanceCase(
            "6.1.2",
            "a text of three empty frames",
            [.text("", isFinal: false), .more("", isFinal: false), .more("")],
            answers: [.text("")]
        ),
        ConformanceCase(
            "6.1.3",
            "a text whose first and last frames are empty",
            [
                .text("", isFinal: false), .more("middle frame payload", isFinal: false),
                .more(""),
            ],
            answers: [.text("middle frame payload")]
        ),
    ]

    private static let validFragments: [ConformanceCase] = [
        ConformanceCase("6.2.1", "a text", [.text(greeting)], answers: [.text(greeting)]),
        ConformanceCase(
            "6.2.2",
            "a text that is cut between characters",
            [.text("Hello-µ@ßöä", isFinal: false), .more("üàá-UTF-8!!")],
            answers: [.text(greeting)]
        ),
        ConformanceCase(
            "6.2.3",
            "a text in frames of one byte",
            [.message(1, .bytes(Array(greeting.utf8)), fragment: 1)],
            answers: [.text(greeting)]
        ),
        ConformanceCase(
            "6.2.4",
            "a Greek text in frames of one byte",
            [.message(1, .bytes(word), fragment: 1)],
            answers: [.text(.bytes(word))]
        ),
    ]

    private static let invalidFragments: [ConformanceCase] = {
        let surrogate = word + [0xED, 0xA0, 0x80] + tail
        return [
            ConformanceCase(
                "6.3.1",
                "a text with a surrogate",
                [.frame(RawFrame(1, surrogate))],
                end: notUTF8
            ),
            ConformanceCase(
                "6.3.2",
                "a text with a surrogate in frames of one byte",
                [.message(1, .bytes(surrogate), fragment: 1)],
                end: notUTF8
            ),
        ]
    }()

    /// Whether the byte that spoils a text is refused before the rest comes; the ping shows that
    /// what comes before it is not.
    private static let refusals: [ConformanceCase] = {
        let beyond: [UInt8] = [0xF4, 0x90, 0x80, 0x80]
        let all = word + beyond + tail
        let cuts: [(String, String, [[UInt8]])] = [
            ("6.4.1", "a character beyond Unicode", [word, beyond, tail]),
            (
                "6.4.2", "up to the byte that makes a character beyond Unicode",
                [Array(all[..<12]), [all[12]], Array(all[13...])]
            ),
        ]
        let framed = cuts.map { id, what, parts in
            ConformanceCase(
                id,
                "three frames, the second with \(what)",
                style: .withTimeToRefuse,
                [
                    .frame(RawFrame(1, parts[0], isFinal: false)), .ping("so far"),
                    .await(.pong("so far")),
                    .frame(RawFrame(0, parts[1], isFinal: false)), .frame(RawFrame(0, parts[2])),
                ],
                answers: [.pong("so far")],
                end: notUTF8
            )
        }
        let pieces = zip(["6.4.3", "6.4.4"], cuts).map { id, cut in
            ConformanceCase(
                id,
                "three pieces of one frame, the second with \(cut.1)",
                style: .withTimeToRefuse,
                [.pieces(1, cut.2)],
                end: notUTF8
            )
        }
        return framed + pieces
    }()
}
