import TestKit

// Group 9: long messages, in one frame, in frames of all sizes, in chops, and a thousand in turn.
extension ConformanceCase {
    static let sizes: [ConformanceCase] = Kind.allCases.flatMap { kind in
        whole(kind) + inFrames(kind) + inChops(kind) + inTurn(kind)
    }

    private static let kibi = 1_024
    private static let mebi = 1_048_576

    private static func whole(_ kind: Kind) -> [ConformanceCase] {
        let counts = [64 * kibi, 256 * kibi, mebi, 4 * mebi, 8 * mebi, 16 * mebi]
        return counts.enumerated().map { index, count in
            echo("9.\(kind.rawValue).\(index + 1)", kind, count, "of \(count) bytes in one frame")
        }
    }

    private static func inFrames(_ kind: Kind) -> [ConformanceCase] {
        (0..<9).map { index in
            let fragment = 64 << (2 * index)
            return echo(
                "9.\(kind.rawValue + 2).\(index + 1)",
                kind,
                4 * mebi,
                "of 4 MiB in frames of \(fragment) bytes",
                fragment: fragment
            )
        }
    }

    private static func inChops(_ kind: Kind) -> [ConformanceCase] {
        (0..<6).map { index in
            echo(
                "9.\(kind.rawValue + 4).\(index + 1)",
                kind,
                mebi,
                "of 1 MiB in chops of \(64 << index) bytes",
                style: .chops(64 << index)
            )
        }
    }

    private static func inTurn(_ kind: Kind) -> [ConformanceCase] {
        [0, 16, 64, 256, 1_024, 4_096].enumerated().map { index, count in
            let message: [Step] = [kind.message(count), .await(kind.answer(count))]
            return ConformanceCase(
                "9.\(kind.rawValue + 6).\(index + 1)",
                "a thousand \(kind) messages of \(count) bytes, each after its echo",
                (0..<1_000).flatMap { _ in message },
                answers: Array(repeating: kind.answer(count), count: 1_000)
            )
        }
    }
}
