/// Whether a client masks its frames, as it must (RFC 6455 section 5.1), told by their bytes.
///
/// libwebsockets 4.1.6 takes frames without a mask and does not tell. But they are shorter: a frame
/// with a mask takes at least 4 bytes more than its payload and shortest header. A client whose
/// frames took fewer bytes than that has left masks out. Control frames, needlessly long headers
/// and what is read ahead only add bytes, so a client that masks is never taken for one that does
/// not; one that does not is found by its first message, unless it hides behind such bytes.
struct MaskCheck {
    enum Verdict {
        case masked
        case unmasked
    }

    /// Bytes that the request before the upgrade took; nil when nothing can be told.
    private var start: UInt64?
    /// The fewest bytes that the frames so far can have taken without masks.
    private var least: UInt64 = 0
    private var frameCount: UInt64 = 0
    private var payloadCount = 0
    /// Whether the first frames are still to be judged.
    private(set) var isFresh = true

    /// Begins with what was read when the connection opened.
    init(bytesRead: UInt64?) { start = bytesRead }

    /// Counts a chunk of a frame that still announces `remaining` bytes.
    mutating func takeChunk(_ count: Int, remaining: UInt) {
        payloadCount += count
        guard remaining == 0 else { return }
        least += UInt64(FrameHeader.byteCount(payloadCount: payloadCount) + payloadCount)
        frameCount += 1
        payloadCount = 0
    }

    /// Judges all frames that were whole so far by what was read; nil when that is not known.
    mutating func judge(bytesRead: UInt64?) -> Verdict {
        guard let start, let bytesRead, frameCount > 0 else { return .masked }
        isFresh = false
        let taken = bytesRead - min(start, bytesRead)
        if taken >= least + 4 * frameCount { return .masked }
        if taken >= least { return .unmasked }
        // Frames that came together with the request, before it was answered: not to be told apart.
        self.start = nil
        return .masked
    }
}
