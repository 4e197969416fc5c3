/// Finds the frames of a server in what was read (RFC 6455, section 5.2).
///
/// A server's frames have no mask, and ours never cuts a message into several.
struct FrameScanner {
    /// A frame: its opcode, and where its payload is.
    struct Found {
        let opcode: UInt8
        let payload: Range<Int>
    }

    /// Where the next frame begins.
    private(set) var offset = 0

    /// The next frame that is whole; nil when more has to be read.
    mutating func next(in bytes: Span<UInt8>) -> Found? {
        let rest = bytes.count - offset
        guard rest >= 2 else { return nil }
        var header = 2
        var length = Int(bytes[offset + 1] & 0x7F)
        if length == 126 {
            guard rest >= 4 else { return nil }
            length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
            header = 4
        } else if length == 127 {
            guard rest >= 10 else { return nil }
            length = (2..<10).reduce(0) { $0 << 8 | Int(bytes[offset + $1]) }
            header = 10
        }
        guard rest - header >= length else { return nil }
        let start = offset + header
        defer { offset = start + length }
        return Found(opcode: bytes[offset] & 0x0F, payload: start..<(start + length))
    }
}
