import TestKit

// Group 5: fragments, with control frames among them and without.
extension ConformanceCase {
    static let fragments: [ConformanceCase] =
        controlFragments + wholeMessages + strayContinuations + mixed + pingsAmongFragments

    private static let mixed: [ConformanceCase] = [
        ConformanceCase(
            "5.15",
            "a message of two frames, then a continuation of nothing and a text",
            [
                .text("fragment1", isFinal: false), .more("fragment2"),
                .more("fragment3", isFinal: false), .text("fragment4"),
            ],
            answers: [.text("fragment1fragment2")],
            end: broken,
            fewer: .nonStrict
        ),
        twice("5.16", "goes on", isFinal: false), twice("5.17", "ends", isFinal: true),
        ConformanceCase(
            "5.18",
            "a text within a text",
            [.text("fragment1", isFinal: false), .text("fragment2")],
            end: broken
        ),
    ]

    private static let pingsAmongFragments = styles[..<2].map { kind in
        ConformanceCase(
            "5.\(kind.index + 19)",
            "a text of five frames and two pings among them" + kind.note,
            style: kind.style,
            [
                .text("fragment1", isFinal: false), .more("fragment2", isFinal: false),
                .ping("pongme 1!"), .await(.pong("pongme 1!")),
                .more("fragment3", isFinal: false), .more("fragment4", isFinal: false),
                .ping("pongme 2!"), .more("fragment5"),
            ],
            answers: [
                .pong("pongme 1!"), .pong("pongme 2!"),
                .text("fragment1fragment2fragment3fragment4fragment5"),
            ]
        )
    }

    private static let controlFragments = [(UInt8(9), "ping"), (10, "pong")].map { opcode, name in
        let first = RawFrame(opcode, Array("fragment1".utf8), isFinal: false)
        return ConformanceCase(
            "5.\(opcode - 8)",
            "a \(name) in two frames",
            [.frame(first), .more("fragment2")],
            end: broken
        )
    }

    private static let wholeMessages: [ConformanceCase] = styles.flatMap { kind in
        let first = Step.text("fragment1", isFinal: false)
        let last = Step.more("fragment2")
        let whole = Answer.text("fragment1fragment2")
        return [
            ConformanceCase(
                "5.\(kind.index + 3)",
                "a text of two frames" + kind.note,
                style: kind.style,
                [first, last],
                answers: [whole]
            ),
            ConformanceCase(
                "5.\(kind.index + 6)",
                "a text of two frames and a ping between them" + kind.note,
                style: kind.style,
                [first, .ping("ping payload"), last],
                answers: [.pong("ping payload"), whole]
            ),
        ]
    }

    private static let strayContinuations: [ConformanceCase] = styles.flatMap { kind in
        [true, false].map { isFinal in
            ConformanceCase(
                "5.\(kind.index + (isFinal ? 9 : 12))",
                "a continuation of nothing that \(isFinal ? "ends" : "goes on"), then a text"
                    + kind.note,
                style: kind.style,
                [.more("non-continuation payload", isFinal: isFinal), .text("Hello, world!")],
                end: broken
            )
        }
    }

    private static func twice(_ id: String, _ how: String, isFinal: Bool) -> ConformanceCase {
        let once: [Step] = [
            .more("fragment1", isFinal: isFinal), .text("fragment2", isFinal: false),
            .more("fragment3"),
        ]
        return ConformanceCase(
            id,
            "a continuation of nothing that \(how), then a text of two frames; twice",
            once + once,
            end: broken
        )
    }
}
