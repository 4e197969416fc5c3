import TestKit

// Groups 1 to 4: messages of all lengths, pings and pongs, reserved bits, reserved opcodes.
extension ConformanceCase {
    static let framing: [ConformanceCase] =
        messages + pings + reservedBits + reservedBitsLater + reservedOpcodes

    private static let messages: [ConformanceCase] = Kind.allCases.flatMap { kind in
        [0, 125, 126, 127, 128, 65_535, 65_536, 65_536].enumerated().map { index, count in
            let isChopped = index == 7
            return echo(
                "1.\(kind.rawValue).\(index + 1)",
                kind,
                count,
                "of \(count) bytes" + (isChopped ? ", in chops of 997" : ""),
                style: isChopped ? .chops(997) : .together
            )
        }
    }

    private static let pings: [ConformanceCase] = {
        let bytes: [UInt8] = [0x00, 0xFF, 0xFE, 0xFD, 0xFC, 0xFB, 0x00, 0xFF]
        let longest = [UInt8](repeating: 0xFE, count: 125)
        let tooLong = Step.frame(RawFrame(9, longest + [0xFE]))
        let unasked = Step.pong("unsolicited pong payload")
        return [
            ping("2.1", "a ping without payload", []),
            ping("2.2", "a ping", Array(hello.utf8)),
            ping("2.3", "a ping that is no text", bytes),
            ping("2.4", "a ping of 125 bytes", longest),
            ConformanceCase("2.5", "a ping of 126 bytes", [tooLong], end: broken),
            ping("2.6", "a ping of 125 bytes, byte by byte", style: .chops(1), longest),
            ConformanceCase("2.7", "a pong that nobody asked for", [.pong("")]),
            ConformanceCase("2.8", "a pong with payload that nobody asked for", [unasked]),
            ConformanceCase(
                "2.9",
                "a pong that nobody asked for, then a ping",
                [unasked, .ping("ping payload")],
                answers: [.pong("ping payload")]
            ),
            tenPings("2.10", "ten pings at once", .together),
            tenPings("2.11", "ten pings, byte by byte", .chops(1)),
        ]
    }()

    private static func ping(
        _ id: String,
        _ what: String,
        style: Style = .together,
        _ payload: [UInt8]
    ) -> ConformanceCase {
        ConformanceCase(
            id,
            what,
            style: style,
            [.frame(RawFrame(9, payload))],
            answers: [.pong(.bytes(payload))]
        )
    }

    private static func tenPings(_ id: String, _ what: String, _ style: Style) -> ConformanceCase {
        let ten = (0..<10).map { "payload-\($0)" }
        return ConformanceCase(
            id,
            what,
            style: style,
            ten.map { .ping($0) },
            answers: ten.map { .pong($0) },
            fewer: .lost
        )
    }

    private static let hello = "Hello, world!"

    private static func reserved(_ bits: UInt8, _ opcode: UInt8 = 1) -> Step {
        let payload = opcode == 8 ? [] : Array(hello.utf8)
        return .frame(RawFrame(opcode, payload, reserved: bits << 4))
    }

    private static let reservedBits: [ConformanceCase] = [
        ConformanceCase("3.1", "reserved bits 1 in a text", [reserved(1)], end: broken),
        ConformanceCase("3.5", "reserved bits 5 in a binary", [reserved(5, 2)], end: broken),
        ConformanceCase("3.6", "reserved bits 6 in a ping", [reserved(6, 9)], end: broken),
        ConformanceCase("3.7", "reserved bits 7 in a Close", [reserved(7, 8)], end: broken),
    ]

    private static let reservedBitsLater = styles.map { kind in
        let bits = UInt8(kind.index + 2)
        return ConformanceCase(
            "3.\(bits)",
            "a text, reserved bits \(bits) in another, a ping" + kind.note,
            style: kind.style,
            [.text(hello), reserved(bits), .ping()],
            answers: [.text(hello)],
            end: broken,
            fewer: .nonStrict
        )
    }

    private static let reservedOpcodes: [ConformanceCase] =
        reservedOpcodes(3, subgroup: 1) + reservedOpcodes(11, subgroup: 2)

    private static func reservedOpcodes(_ first: UInt8, subgroup: Int) -> [ConformanceCase] {
        let alone: [(UInt8, String)] = [(first, ""), (first + 1, "reserved opcode payload")]
        var cases = alone.enumerated().map { index, kind in
            ConformanceCase(
                "4.\(subgroup).\(index + 1)",
                "reserved opcode \(kind.0)",
                [.opcode(kind.0, kind.1)],
                end: broken
            )
        }
        let later: [(UInt8, String)] = [(first + 2, ""), (first + 3, hello), (first + 4, hello)]
        for (index, kind) in later.enumerated() {
            let isChopped = index == 2
            cases.append(
                ConformanceCase(
                    "4.\(subgroup).\(index + 3)",
                    "a text, reserved opcode \(kind.0), a ping"
                        + (isChopped ? "; byte by byte" : ""),
                    style: isChopped ? .chops(1) : .together,
                    [.text(hello), .opcode(kind.0, kind.1), .ping()],
                    answers: [.text(hello)],
                    end: broken,
                    fewer: .nonStrict
                )
            )
        }
        return cases
    }
}
