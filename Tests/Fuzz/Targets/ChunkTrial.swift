internal import WebSockets

/// Texts in frames and chunks that are cut anywhere: each is taken as it was sent, or refused for
/// what is wrong with it, at the first chunk that shows it.
struct ChunkTrial {
    private static let bytesMax = 64
    private static let framesMax = 4

    private var source: ByteSource
    private var assembler = MessageAssembler(bytesMax: bytesMax, fragmentsMax: framesMax)
    /// The bytes and whole frames of the message so far.
    private var message: [UInt8] = []
    private var frameCount = 0

    static func run(_ bytes: [UInt8]) throws(Finding) {
        var trial = ChunkTrial(source: ByteSource(bytes))
        while !trial.source.isEmpty {
            guard try trial.takeFrame() else { return }
        }
    }

    /// Sends a frame; false when it is refused.
    private mutating func takeFrame() throws(Finding) -> Bool {
        let isLast = source.chance(oneIn: 3)
        var rest = source.take(source.below(40))[...]
        repeat {
            let chunk = Array(rest.prefix(rest.isEmpty ? 0 : 1 + source.below(rest.count)))
            rest = rest.dropFirst(chunk.count)
            message += chunk
            if rest.isEmpty { frameCount += 1 }
            let isFinal = isLast && rest.isEmpty
            let outcome = assembler.add(
                chunk.span,
                remaining: UInt(rest.count),
                isFinal: isFinal,
                isBinary: false
            )
            let code = expectedCode(remaining: rest.count, isFinal: isFinal)
            switch outcome {
            case .refused(let told, _):
                try promise(told == code, "\(message) is refused \(told), not \(code ?? 0)")
                return false
            case .incomplete:
                try promise(code == nil && !isFinal, "\(message) is not refused \(code ?? 0)")
            case .whole, .gathered:
                try promise(code == nil && isFinal, "\(message) is not refused \(code ?? 0)")
                let taken = outcome == .whole ? chunk : assembler.take()
                try promise(taken == message, "\(taken) is taken of \(message)")
                (message, frameCount) = ([], 0)
            }
        } while !rest.isEmpty
        return true
    }

    /// With what a message has to be refused after what came of it; nil for not yet.
    private func expectedCode(remaining: Int, isFinal: Bool) -> UInt16? {
        if message.count + remaining > Self.bytesMax { return 1009 }
        if remaining == 0, frameCount > Self.framesMax { return 1009 }
        let isText = isFinal ? Self.isText(message) : Self.isBeginning(message)
        return isText ? nil : 1007
    }

    private static func isText(_ bytes: [UInt8]) -> Bool {
        String(validating: bytes, as: UTF8.self) != nil
    }

    /// Whether bytes are a text, or would be with up to three more: any character that is begun
    /// can be ended by some of these.
    private static func isBeginning(_ bytes: [UInt8]) -> Bool {
        if isText(bytes) { return true }
        let next: [UInt8] = [0x80, 0x90, 0xA0, 0xBF]
        return next.contains { first in
            isText(bytes + [first]) || isText(bytes + [first, 0x80])
                || isText(bytes + [first, 0x80, 0x80])
        }
    }
}
