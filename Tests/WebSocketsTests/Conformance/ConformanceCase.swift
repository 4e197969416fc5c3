import TestKit

/// One case of the well-known WebSocket test suite, by its number there: what is sent, and what
/// RFC 6455 wants for an answer.
struct ConformanceCase: Sendable {
    /// Bytes that are not kept before they are needed.
    enum Payload: Sendable {
        case bytes([UInt8])
        case fill(UInt8, Int)

        var bytes: [UInt8] {
            switch self {
            case .bytes(let bytes): bytes
            case .fill(let byte, let count): [UInt8](repeating: byte, count: count)
            }
        }

        var count: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .fill(_, let count): count
            }
        }
    }

    enum Step: Sendable {
        case frame(RawFrame)
        /// A message of that opcode; with a fragment size it is cut into frames of at most that.
        case message(UInt8, Payload, fragment: Int? = nil)
        /// One frame whose payload is sent in these pieces.
        case pieces(UInt8, [[UInt8]])
        /// Nothing more is sent before this came.
        case await(Answer)
    }

    /// How the bytes leave.
    enum Style: Sendable, Equatable {
        /// All that is ready in one write.
        case together
        /// A write for each frame.
        case frameByFrame
        /// Writes of so many bytes.
        case chops(Int)
        /// A write for each frame or piece, and time to refuse it before the next: for the cases
        /// that ask whether a fault is noticed as soon as it is there.
        case withTimeToRefuse
    }

    enum Answer: Sendable {
        case text(Payload)
        case binary(Payload)
        case pong(Payload)

        var isPong: Bool { if case .pong = self { true } else { false } }

        static func text(_ text: String) -> Answer { .text(.bytes(Array(text.utf8))) }
        static func pong(_ text: String) -> Answer { .pong(.bytes(Array(text.utf8))) }
    }

    /// A kind of message by its opcode, of bytes that are all the same.
    enum Kind: UInt8, CaseIterable {
        case text = 1
        case binary = 2

        func message(_ count: Int, fragment: Int? = nil) -> Step {
            .message(rawValue, payload(count), fragment: fragment)
        }

        func answer(_ count: Int) -> Answer {
            self == .text ? .text(payload(count)) : .binary(payload(count))
        }

        private func payload(_ count: Int) -> Payload { .fill(self == .text ? 0x2A : 0xFE, count) }
    }

    enum End: Sendable, Equatable {
        /// The suite closes 1000 when it has its answers, and gets 1000 back.
        case goodbye
        /// The suite sent a Close frame: the answer has one of these codes; 1005 is none.
        case closeAnswered([Int])
        /// The peer fails the connection with this code.
        case failure([Int])
    }

    /// Answers that a fault or a Close frame which follows at once may overtake.
    enum Fewer: Sendable {
        case wrong
        /// The suite calls it so.
        case nonStrict
        /// RFC 6455 leaves it open.
        case fine
        /// A known loss: what does not come soon after the first is not waited for.
        case lost
    }

    let id: String
    let what: String
    let style: Style
    let steps: [Step]
    let answers: [Answer]
    let end: End
    /// What it is when fewer answers come than could.
    let fewer: Fewer

    init(
        _ id: String,
        _ what: String,
        style: Style = .together,
        _ steps: [Step],
        answers: [Answer] = [],
        end: End = .goodbye,
        fewer: Fewer = .wrong
    ) {
        self.id = id
        self.what = what
        self.style = style
        self.steps = steps
        self.answers = answers
        self.end = end
        self.fewer = fewer
    }

    /// The group's number: 6 for "6.4.1".
    var group: Int { Int(id.prefix { $0 != "." }) ?? 0 }

    /// One message, which comes back.
    static func echo(
        _ id: String,
        _ kind: Kind,
        _ count: Int,
        _ what: String,
        style: Style = .together,
        fragment: Int? = nil
    ) -> ConformanceCase {
        ConformanceCase(
            id,
            "a \(kind) message \(what)",
            style: style,
            [kind.message(count, fragment: fragment)],
            answers: [kind.answer(count)]
        )
    }

    static let broken = End.failure([1002])
    static let notUTF8 = End.failure([1007])

    /// How the suite sends the same again, and what it then says.
    static let styles: [(index: Int, style: Style, note: String)] = [
        (0, .together, ""), (1, .frameByFrame, "; frame by frame"),
        (2, .chops(1), "; byte by byte"),
    ]
}

extension ConformanceCase.Step {
    static func text(_ text: String, isFinal: Bool = true) -> Self {
        .frame(RawFrame(1, Array(text.utf8), isFinal: isFinal))
    }

    static func more(_ text: String, isFinal: Bool = true) -> Self {
        .frame(RawFrame(0, Array(text.utf8), isFinal: isFinal))
    }

    static func ping(_ text: String = "") -> Self { .frame(RawFrame(9, Array(text.utf8))) }

    static func pong(_ text: String) -> Self { .frame(RawFrame(10, Array(text.utf8))) }

    static func opcode(_ opcode: UInt8, _ text: String = "") -> Self {
        .frame(RawFrame(opcode, Array(text.utf8)))
    }

    static func close(_ code: Int, _ reason: [UInt8] = []) -> Self {
        .frame(RawFrame(8, [UInt8(code >> 8), UInt8(code & 0xFF)] + reason))
    }
}
