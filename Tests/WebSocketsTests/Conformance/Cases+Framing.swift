import TestKit

// Groups 1 to 4: messages of all lengths, pings and pongs, reserved bits, reserved opcodes.
extension ConformanceCase {
    static let framing = messages + pings + reservedBits + reservedOpcodes

    private static let messages = messages(1, 0x2A) + messages(2, 0xFE)

    private static func messages(_ opcode: UInt8, _ byte: UInt8) -> [ConformanceCase] {
        let lengths = [0, 125, 126, 127, 128, 65_535, 65_536, 65_536]
        let name = opcode == 1 ? "text" : "binary"
        return lengths.enumerated().map { index, count in
            let payload = Payload.fill(byte, count)
            let isChopped = index == 7
            return ConformanceCase(
                "1.\(opcode).\(index + 1)",
                "a \(name) message of \(count) bytes" + (isChopped ? ", in chops of 997" : ""),
                style: isChopped ? .chops(997) : .together,
                [.message(opcode, payload, fragment: nil)],
                answers: [opcode == 1 ? .text(payload) : .binary(payload)]
            )
        }
    }

    private static let pings: [ConformanceCase] = {
        let bytes: [UInt8] = [0x00, 0xFF, 0xFE, 0xFD, 0xFC, 0xFB, 0x00, 0xFF]
        let longest = [UInt8](repeating: 0xFE, count: 125)
        let unasked = Step.pong("unsolicited pong payload")
        let ten = (0..<10).map { "payload-\($0)" }
        return [
            ConformanceCase("2.1", "a ping without payload", [.ping()], answers: [.pong("")]),
            ConformanceCase("2.2", "a ping", [.ping("Hello, world!")], answers: [pongHello]),
            ConformanceCase(
                "2.3",
                "a ping that is no text",
                [.frame(RawFrame(9, bytes))],
                answers: [.pong(.bytes(bytes))]
            ),
            ConformanceCase(
                "2.4",
                "a ping of 125 bytes",
                [.frame(RawFrame(9, longest))],
                answers: [.pong(.bytes(longest))]
            ),
            ConformanceCase(
                "2.5",
                "a ping of 126 bytes",
                [.frame(RawFrame(9, longest + [0xFE]))],
                end: broken
            ),
            ConformanceCase(
                "2.6",
                "a ping of 125 bytes, byte by byte",
                style: .chops(1),
                [.frame(RawFrame(9, longest))],
                answers: [.pong(.bytes(longest))]
            ),
            ConformanceCase("2.7", "a pong that nobody asked for", [.pong("")]),
            ConformanceCase("2.8", "a pong with payload that nobody asked for", [unasked]),
            ConformanceCase(
                "2.9",
                "a pong that nobody asked for, then a ping",
                [unasked, .ping("ping payload")],
                answers: [.pong("ping payload")]
            ),
            ConformanceCase(
                "2.10",
                "ten pings at once",
                ten.map { .ping($0) },
                answers: ten.map { .pong($0) },
                fewer: .lost
            ),
            ConformanceCase(
                "2.11",
                "ten pings, byte by byte",
                style: .chops(1),
                ten.map { .ping($0) },
                answers: ten.map { .pong($0) },
                fewer: .lost
            ),
        ]
    }()

    private static let hello = "Hello, world!"
    private static let pongHello = Answer.pong(hello)

    private static func reserved(_ bits: UInt8, _ opcode: UInt8 = 1) -> Step {
        let payload = opcode == 8 ? [] : Array(hello.utf8)
        return .frame(RawFrame(opcode, payload, reserved: bits << 4))
    }

    private static let reservedBits: [ConformanceCase] = [
        ConformanceCase("3.1", "reserved bits 1 in a text", [reserved(1)], end: broken),
        ConformanceCase(
            "3.2",
            "a text, reserved bits 2 in another, a ping",
            [.text(hello), reserved(2), .ping()],
            answers: [.text(hello)],
            end: broken,
            fewer: .nonStrict
        ),
        ConformanceCase(
            "3.3",
            "a text, reserved bits 3 in another, a ping; frame by frame",
            style: .frameByFrame,
            [.text(hello), reserved(3), .ping()],
            answers: [.text(hello)],
            end: broken,
            fewer: .nonStrict
        ),
        ConformanceCase(
            "3.4",
            "a text, reserved bits 4 in another, a ping; byte by byte",
            style: .chops(1),
            [.text(hello), reserved(4), .ping()],
            answers: [.text(hello)],
            end: broken,
            fewer: .nonStrict
        ),
        ConformanceCase("3.5", "reserved bits 5 in a binary", [reserved(5, 2)], end: broken),
        ConformanceCase("3.6", "reserved bits 6 in a ping", [reserved(6, 9)], end: broken),
        ConformanceCase("3.7", "reserved bits 7 in a Close", [reserved(7, 8)], end: broken),
    ]

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
