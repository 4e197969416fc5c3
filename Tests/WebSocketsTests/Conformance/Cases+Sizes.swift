import TestKit

// Group 9: long messages, in one frame, in frames of all sizes, in chops, and a thousand in turn.
extension ConformanceCase {
    static let sizes: [ConformanceCase] = sizes(1, 0x2A, offset: 0) + sizes(2, 0xFE, offset: 1)

    private static func sizes(
        _ opcode: UInt8,
        _ byte: UInt8,
        offset: Int
    ) -> [ConformanceCase] {
        var cases = whole(opcode, byte, subgroup: 1 + offset)
        cases += inFrames(opcode, byte, subgroup: 3 + offset)
        cases += inChops(opcode, byte, subgroup: 5 + offset)
        return cases + inTurn(opcode, byte, subgroup: 7 + offset)
    }

    private static let kibi = 1_024
    private static let mebi = 1_048_576

    private static func answer(_ opcode: UInt8, _ payload: Payload) -> Answer {
        opcode == 1 ? .text(payload) : .binary(payload)
    }

    private static func name(_ opcode: UInt8) -> String { opcode == 1 ? "text" : "binary" }

    private static func whole(_ opcode: UInt8, _ byte: UInt8, subgroup: Int) -> [ConformanceCase] {
        let counts = [64 * kibi, 256 * kibi, mebi, 4 * mebi, 8 * mebi, 16 * mebi]
        return counts.enumerated().map { index, count in
            ConformanceCase(
                "9.\(subgroup).\(index + 1)",
                "a \(name(opcode)) message of \(count) bytes in one frame",
                [.message(opcode, .fill(byte, count), fragment: nil)],
                answers: [answer(opcode, .fill(byte, count))]
            )
        }
    }

    private static func inFrames(
        _ opcode: UInt8,
        _ byte: UInt8,
        subgroup: Int
    ) -> [ConformanceCase] {
        (0..<9).map { index in
            let fragment = 64 << (2 * index)
            return ConformanceCase(
                "9.\(subgroup).\(index + 1)",
                "a \(name(opcode)) message of 4 MiB in frames of \(fragment) bytes",
                [.message(opcode, .fill(byte, 4 * mebi), fragment: fragment)],
                answers: [answer(opcode, .fill(byte, 4 * mebi))]
            )
        }
    }

    private static func inChops(
        _ opcode: UInt8,
        _ byte: UInt8,
        subgroup: Int
    ) -> [ConformanceCase] {
        (0..<6).map { index in
            ConformanceCase(
                "9.\(subgroup).\(index + 1)",
                "a \(name(opcode)) message of 1 MiB in chops of \(64 << index) bytes",
                style: .chops(64 << index),
                [.message(opcode, .fill(byte, mebi), fragment: nil)],
                answers: [answer(opcode, .fill(byte, mebi))]
            )
        }
    }

    private static func inTurn(_ opcode: UInt8, _ byte: UInt8, subgroup: Int) -> [ConformanceCase] {
        [0, 16, 64, 256, 1_024, 4_096].enumerated().map { index, count in
            let echo = answer(opcode, .fill(byte, count))
            return ConformanceCase(
                "9.\(subgroup).\(index + 1)",
                "a thousand \(name(opcode)) messages of \(count) bytes, each after its echo",
                (0..<1_000).flatMap { _ -> [Step] in
                    [.message(opcode, .fill(byte, count), fragment: nil), .await(echo)]
                },
                answers: Array(repeating: echo, count: 1_000)
            )
        }
    }
}
