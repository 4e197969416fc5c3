/// Looks at bytes of an image: what lies past its end is not there.
struct ImageReader {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether some bytes stand at a place.
    func has(_ expected: [UInt8], at offset: Int) -> Bool {
        bytes.dropFirst(offset).starts(with: expected)
    }

    /// An unsigned integer of 1 to 4 bytes, the highest first.
    func big(_ count: Int, at offset: Int) -> Int? {
        guard offset + count <= bytes.count else { return nil }
        return bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }

    /// An unsigned integer of 1 to 4 bytes, the lowest first.
    func little(_ count: Int, at offset: Int) -> Int? {
        guard offset + count <= bytes.count else { return nil }
        return bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
