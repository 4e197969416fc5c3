/// The bytes before a frame's payload (RFC 6455 section 5.2).
enum FrameHeader {
    /// What a frame is for (section 11.8).
    enum Opcode: UInt8 {
        case text = 0x1
        case close = 0x8
        case ping = 0x9
    }

    /// The longest header: 2 bytes, 8 of length, 4 of mask.
    static let bytesMax = 14

    /// How many bytes the unmasked header of a payload takes: 2, 4 or 10.
    static func byteCount(payloadCount: Int) -> Int {
        payloadCount <= 125 ? 2 : payloadCount <= 65_535 ? 4 : 10
    }

    /// How many bytes the unmasked header of a frame takes.
    static func byteCount(of frame: ArraySlice<UInt8>) -> Int {
        switch frame[frame.startIndex + 1] {
        case 127: 10
        case 126: 4
        default: 2
        }
    }

    /// Appends the header of one whole message, FIN set; lengths go in the shortest form.
    static func append(
        to bytes: inout [UInt8],
        opcode: Opcode,
        payloadCount: Int,
        mask: UInt32? = nil
    ) {
        let masked: UInt8 = mask == nil ? 0 : 0x80
        bytes.append(0x80 | opcode.rawValue)
        if payloadCount <= 125 {
            bytes.append(masked | UInt8(payloadCount))
        } else {
            let wide = payloadCount > 65_535
            bytes.append(masked | (wide ? 127 : 126))
            for shift in stride(from: wide ? 56 : 8, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: payloadCount >> shift))
            }
        }
        guard let mask else { return }
        for shift in stride(from: 24, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: mask >> UInt32(shift)))
        }
    }
}
