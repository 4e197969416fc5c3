/// Whether a client masks its frames, as it must (RFC 6455 section 5.1), told by their bytes.
///
/// libwebsockets 4.1.6 takes frames without a mask and does not tell. But they are shorter: a frame
/// with a mask takes at least 4 bytes more than its payload and shortest header. A client whose
/// frames took fewer bytes than that has left masks out. Control frames, needlessly long headers
/// and what is read ahead only add bytes: they can hide that masks are missing, until they are
/// handed on or for good, and never make a client that masks look like one that does not. (One that
/// sends frames before it has its answer, against section 4.1, may: if a part of a frame came with
/// the request.)
struct MaskCheck {
    /// Frames that are looked at one by one, as long as what was read ahead may hide their masks.
    private static let framesLooked = 64

    /// Bytes that the request before the upgrade took; nil when nothing can be told.
    private var start: UInt64?
    /// The fewest bytes that the frames so far can have taken without masks.
    private var least: UInt64 = 0
    private var frameCount: UInt64 = 0
    private var payloadCount = 0
    private var isUndecided = true

    init(bytesRead: UInt64?) { start = bytesRead }

    /// Whether the bytes of the frames so far should be looked at now, and not only in a while.
    private(set) var isDue = false

    /// Counts a chunk of a frame that still announces `remaining` bytes.
    mutating func takeChunk(_ count: Int, remaining: UInt) {
        payloadCount += count
        guard remaining == 0 else { return }
        least += UInt64(FrameHeader.byteCount(payloadCount: payloadCount) + payloadCount)
        frameCount += 1
        payloadCount = 0
        isDue = isUndecided && start != nil
    }

    /// Whether frames came without a mask, by what was read for all that were whole so far.
    ///
    /// False, too, when what was read is not known.
    mutating func findsUnmasked(bytesRead: UInt64?) -> Bool {
        guard let start, let bytesRead, frameCount > 0 else { return false }
        isDue = false
        let taken = bytesRead - min(start, bytesRead)
        let leastMasked = least + 4 * frameCount
        isUndecided = isUndecided && taken > leastMasked && frameCount < Self.framesLooked
        if taken >= leastMasked { return false }
        if taken >= least { return true }
        // Frames that came together with the request, before it was answered: not to be told apart.
        self.start = nil
        return false
    }
}
