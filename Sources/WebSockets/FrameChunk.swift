/// A run of frames, back to back, as followers get them.
final class FrameChunk {
    let firstIndex: Int
    private let capacity: Int
    private var bytes: [UInt8] = []
    /// The offset after each frame; 32 bits hold it, a frame is far smaller than 4 GiB.
    private var ends: [UInt32] = []

    init(firstIndex: Int, capacity: Int, expecting expected: Int) {
        self.firstIndex = firstIndex
        self.capacity = capacity
        bytes.reserveCapacity(min(expected, capacity))
    }

    var endIndex: Int { firstIndex + ends.count }

    var byteCount: Int { bytes.count }

    var room: Int { capacity - bytes.count }

    func offset(of index: Int) -> Int {
        index == firstIndex ? 0 : Int(ends[index - firstIndex - 1])
    }

    func append(_ payload: [UInt8]) {
        FrameHeader.append(to: &bytes, opcode: .text, payloadCount: payload.count)
        bytes.append(contentsOf: payload)
        ends.append(UInt32(bytes.count))
    }

    var payloads: [[UInt8]] {
        var start = 0
        return ends.map { end in
            let frame = bytes[start..<Int(end)]
            start = Int(end)
            return Array(frame.dropFirst(FrameHeader.byteCount(of: frame)))
        }
    }

    func withBytes<Result>(
        from offset: Int,
        _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        unsafe bytes.withUnsafeBufferPointer { all in
            unsafe body(UnsafeBufferPointer(rebasing: all[offset...]))
        }
    }
}
