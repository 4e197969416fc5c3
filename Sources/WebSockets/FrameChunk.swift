/// A run of frames, back to back, as followers get them.
final class FrameChunk {
    /// The index of the first frame.
    let firstIndex: Int
    private let capacity: Int
    private var bytes: [UInt8] = []
    /// The offset after each frame; 32 bits hold it, a frame is far smaller than 4 GiB.
    private var ends: [UInt32] = []

    init(firstIndex: Int, capacity: Int) {
        self.firstIndex = firstIndex
        self.capacity = capacity
    }

    /// The index after the last frame.
    var endIndex: Int { firstIndex + ends.count }

    /// The bytes of all frames in it.
    var byteCount: Int { bytes.count }

    /// The bytes that still fit.
    var room: Int { capacity - bytes.count }

    /// Where a frame begins.
    func offset(of index: Int) -> Int {
        index == firstIndex ? 0 : Int(ends[index - firstIndex - 1])
    }

    /// Appends one unmasked text frame.
    func append(_ payload: [UInt8]) {
        FrameHeader.append(to: &bytes, opcode: .text, payloadCount: payload.count)
        bytes.append(contentsOf: payload)
        ends.append(UInt32(bytes.count))
    }

    /// Lends the bytes from an offset to the end.
    func withBytes<Result>(
        from offset: Int,
        _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        unsafe bytes.withUnsafeBufferPointer { all in
            unsafe body(UnsafeBufferPointer(rebasing: all[offset...]))
        }
    }
}
