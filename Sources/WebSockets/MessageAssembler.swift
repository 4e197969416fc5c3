/// Gathers the chunks of one inbound message under its limits.
///
/// libwebsockets hands out a frame in chunks as they arrive. A message that comes in one chunk is
/// used in place; only others are copied, into one flat buffer.
package struct MessageAssembler {
    /// What to do after a chunk.
    package enum Outcome: Equatable {
        case incomplete
        case whole
        /// The message is complete: `take` it.
        case gathered
        /// The peer broke a limit: close it.
        case refused(code: UInt16, reason: String)
    }

    private let bytesMax: Int
    private let fragmentsMax: Int
    private var frameCount = 0
    private var gathered: [UInt8] = []
    private var text = UTF8Check()

    /// Creates an assembler; both limits are at least 1.
    package init(bytesMax: Int, fragmentsMax: Int) {
        self.bytesMax = bytesMax
        self.fragmentsMax = fragmentsMax
    }

    /// Takes the next chunk.
    ///
    /// `remaining` is what the frame still announces after it, `isFinal` whether the message ends
    /// with it. The announced length is refused before its bytes arrive (RFC 6455 section 7.4.1).
    package mutating func add(
        _ chunk: Span<UInt8>,
        remaining: UInt,
        isFinal: Bool,
        isBinary: Bool
    ) -> Outcome {
        if isBinary {
            return .refused(code: 1003, reason: "not_text: send text messages")
        }
        let room = bytesMax - gathered.count - chunk.count
        guard room >= 0, remaining <= UInt(room) else {
            return .refused(code: 1009, reason: "too_big: a message over \(bytesMax) bytes")
        }
        if remaining == 0 {
            frameCount += 1
            guard frameCount <= fragmentsMax else {
                return .refused(
                    code: 1009,
                    reason: "too_big: a message in over \(fragmentsMax) frames"
                )
            }
        }
        guard text.take(chunk), !isFinal || text.isBetweenCharacters else {
            return .refused(code: 1007, reason: "not_utf8: a text that is not UTF-8")
        }
        if isFinal && gathered.isEmpty {
            frameCount = 0
            return .whole
        }
        // One copy of the whole chunk; the pointer lives no longer than this line.
        unsafe chunk.withUnsafeBufferPointer { unsafe gathered.append(contentsOf: $0) }
        return isFinal ? .gathered : .incomplete
    }

    /// Hands the gathered message over and is empty again.
    ///
    /// Its memory goes with it: messages of more than one chunk are rare, idle peers are many.
    package mutating func take() -> [UInt8] {
        frameCount = 0
        let message = gathered
        gathered = []
        return message
    }
}
