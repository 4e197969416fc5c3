import TestKit

// Group 7: how connections are closed; and 10.1.1, a message that a sender fragments by itself.
extension ConformanceCase {
    static let closing: [ConformanceCase] =
        closeFrames + closePayloads + closeReasons + closeCodes + [fragmentedBySender]

    private static let fragmentedBySender =
        ConformanceCase(
            "10.1.1",
            "a text of 65,536 bytes in frames of 1,300",
            [.message(1, .fill(0x2A, 65_536), fragment: 1_300)],
            answers: [.text(.fill(0x2A, 65_536))]
        )

    private static let hello = "Hello World!"
    private static let normal = End.closeAnswered([1000])

    private static let closeFrames: [ConformanceCase] = [
        ConformanceCase("7.1.1", "a text, then Close", [.text(hello)], answers: [.text(hello)]),
        ConformanceCase("7.1.2", "two Close frames", [.close(1000), .opcode(8)], end: normal),
        ConformanceCase("7.1.3", "Close, then a ping", [.close(1000), .ping()], end: normal),
        ConformanceCase("7.1.4", "Close, then a text", [.close(1000), .text(hello)], end: normal),
        ConformanceCase(
            "7.1.5",
            "Close within a text",
            [.text("fragment1", isFinal: false), .close(1000), .more("fragment2")],
            end: normal
        ),
        ConformanceCase(
            "7.1.6",
            "a text of 256 KiB, another, Close, a ping",
            [
                .message(1, .fill(0x42, 262_144)), .text(hello), .close(1000),
                .ping(),
            ],
            answers: [.text(.fill(0x42, 262_144)), .text(hello)],
            end: normal,
            fewer: .fine
        ),
    ]

    private static let closePayloads: [ConformanceCase] = [
        ConformanceCase(
            "7.3.1",
            "an empty Close",
            [.opcode(8)],
            end: .closeAnswered([1000, 1005])
        ),
        ConformanceCase("7.3.2", "a Close of one byte", [.opcode(8, "a")], end: broken),
        ConformanceCase("7.3.3", "a Close with a code", [.close(1000)], end: normal),
        ConformanceCase(
            "7.5.1",
            "a Close whose reason is not UTF-8",
            [.close(1000, UTF8Sequences.word + [0xED, 0xA0, 0x80] + Array("edited".utf8))],
            end: .failure([1002, 1007])
        ),
    ]

    private static let closeReasons = [
        ("a reason", Array(hello.utf8), normal),
        ("a reason of 123 bytes", [UInt8](repeating: 0x2A, count: 123), normal),
        ("a reason of 124 bytes", [UInt8](repeating: 0x2A, count: 124), broken),
    ].enumerated().map { index, kind in
        ConformanceCase(
            "7.3.\(index + 4)",
            "a Close with \(kind.0)",
            [.close(1000, kind.1)],
            end: kind.2
        )
    }

    private static let closeCodes: [ConformanceCase] = {
        let valid = [
            1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999,
        ]
        let invalid = [0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999]
        var cases: [ConformanceCase] = []
        func add(_ id: String, _ what: String, _ code: Int, _ end: End) {
            cases.append(
                ConformanceCase(id, "a Close with code \(code)\(what)", [.close(code)], end: end)
            )
        }
        for (index, code) in valid.enumerated() {
            add("7.7.\(index + 1)", "", code, .closeAnswered([1000, code]))
        }
        for (index, code) in invalid.enumerated() {
            add("7.9.\(index + 1)", ", which none may send", code, broken)
        }
        for (index, code) in [5_000, 65_535].enumerated() {
            let end = End.closeAnswered([1000, 1002, code])
            add("7.13.\(index + 1)", ", of which RFC 6455 says nothing", code, end)
        }
        return cases
    }()
}
