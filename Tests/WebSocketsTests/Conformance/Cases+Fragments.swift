import TestKit

// Group 5: fragments, with control frames among them and without.
extension ConformanceCase {
    static let fragments = controlFragments + wholeMessages + strayContinuations + mixed

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
        ConformanceCase(
            "5.16",
            "a continuation of nothing that goes on, then a text of two frames; twice",
            twice(isFinal: false),
            end: broken
        ),
        ConformanceCase(
            "5.17",
            "a continuation of nothing that ends, then a text of two frames; twice",
            twice(isFinal: true),
            end: broken
        ),
        ConformanceCase(
            "5.18",
            "a text within a text",
            [.text("fragment1", isFinal: false), .text("fragment2")],
            end: broken
        ),
        pingsAmongFragments("5.19", .together),
        pingsAmongFragments("5.20", .frameByFrame),
    ]

    private static let controlFragments = [
        controlFragments("5.1", 9, "ping"), controlFragments("5.2", 10, "pong"),
    ]

    private static func controlFragments(
        _ id: String,
        _ opcode: UInt8,
        _ name: String
    ) -> ConformanceCase {
        let first = RawFrame(opcode, Array("fragment1".utf8), isFinal: false)
        return ConformanceCase(
            id,
            "a \(name) in two frames",
            [.frame(first), .more("fragment2")],
            end: broken
        )
    }

    private static let styles: [(index: Int, style: Style, note: String)] = [
        (0, .together, ""), (1, .frameByFrame, "; frame by frame"),
        (2, .chops(1), "; byte by byte"),
    ]

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

    private static func twice(isFinal: Bool) -> [Step] {
        let once: [Step] = [
            .more("fragment1", isFinal: isFinal), .text("fragment2", isFinal: false),
            .more("fragment3"),
        ]
        return once + once
    }

    private static func pingsAmongFragments(_ id: String, _ style: Style) -> ConformanceCase {
        ConformanceCase(
            id,
            "a text of five frames and two pings among them"
                + (style == .together ? "" : "; frame by frame"),
            style: style,
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
}
