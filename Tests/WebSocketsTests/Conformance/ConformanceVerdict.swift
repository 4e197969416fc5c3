internal import Foundation
import TestKit

/// How an endpoint did in a case.
enum ConformanceVerdict: Equatable {
    case passed
    /// Not as strict as the suite would like it.
    case nonStrict
    /// Refused with a Close code where the suite wants an answer.
    case refused(Int)
    /// Pings without a pong.
    case lost
    case wrong(String)

    init(_ test: ConformanceCase, _ seen: ConformancePlayer.Observation) {
        if let fault = seen.faults.first {
            self = .wrong(fault)
            return
        }
        // A pong may overtake a message and be overtaken: RFC 6455 orders only each kind.
        var count = 0
        for isPong in [true, false] {
            let answers = seen.answers.filter { ($0.opcode == 10) == isPong }
            let wanted = test.answers.filter { $0.isPong == isPong }
            let matching =
                test.fewer == .lost
                ? Self.found(answers, among: wanted) : Self.matching(wanted, answers)
            guard matching == answers.count else {
                self = .wrong("not answered by \(Self.describe(answers[matching]))")
                return
            }
            count += matching
        }
        let isComplete = count == test.answers.count
        switch test.end {
        case .goodbye where seen.closeCode == 1000 && (isComplete || test.fewer == .lost),
            .closeAnswered where Self.accepts(test.end, seen.closeCode),
            .failure where Self.accepts(test.end, seen.closeCode):
            if !isComplete && test.fewer == .wrong {
                self = .wrong("\(count) of \(test.answers.count) answers")
            } else if !isComplete && test.fewer == .nonStrict {
                self = .nonStrict
            } else if !isComplete && test.fewer == .lost {
                self = .lost
            } else if test.style == .withTimeToRefuse && !seen.isRefusedEarly {
                self = .nonStrict
            } else {
                self = .passed
            }
        default:
            guard let code = seen.closeCode else {
                self = .wrong("ended after \(count) of \(test.answers.count) answers")
                return
            }
            // What we sent comes back when the answers are missing.
            self =
                code == 1000 ? .wrong("\(count) of \(test.answers.count) answers") : .refused(code)
        }
    }

    private static func accepts(_ end: ConformanceCase.End, _ code: Int?) -> Bool {
        switch end {
        case .goodbye: code == 1000
        case .closeAnswered(let codes), .failure(let codes): code.map(codes.contains) ?? false
        }
    }

    /// How many answers, from the first on, are what they should be.
    private static func matching(_ wanted: [ConformanceCase.Answer], _ seen: [RawFrame]) -> Int {
        zip(wanted, seen).prefix { isSame($0, $1) }.count
    }

    /// How many answers, from the first on, are among those that they could be, in their order.
    private static func found(
        _ seen: [RawFrame],
        among wanted: [ConformanceCase.Answer]
    ) -> Int {
        wanted.reduce(0) { count, answer in
            count < seen.count && isSame(answer, seen[count]) ? count + 1 : count
        }
    }

    private static func isSame(_ answer: ConformanceCase.Answer, _ frame: RawFrame) -> Bool {
        switch answer {
        case .text(let payload): frame.opcode == 1 && isSame(payload, frame.payload)
        case .binary(let payload): frame.opcode == 2 && isSame(payload, frame.payload)
        case .pong(let payload): frame.opcode == 10 && isSame(payload, frame.payload)
        }
    }

    /// By memory: comparing megabytes one by one takes seconds in a debug build.
    private static func isSame(_ payload: ConformanceCase.Payload, _ bytes: [UInt8]) -> Bool {
        payload.count == bytes.count && Data(payload.bytes) == Data(bytes)
    }

    private static func describe(_ frame: RawFrame) -> String {
        "opcode \(frame.opcode) of \(frame.payload.count) bytes"
    }
}
