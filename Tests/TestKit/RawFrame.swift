/// One WebSocket frame as it is on the wire, right or wrong (RFC 6455 section 5.2).
package struct RawFrame: Equatable, Sendable {
    /// Whether it says that its message ends with it.
    package var isFinal = true

    /// The three reserved bits where they stand in the first byte: 0x40, 0x20, 0x10.
    package var reserved: UInt8 = 0

    /// What it is for, 0 to 15.
    package var opcode: UInt8

    /// Whether it carries a mask.
    package var isMasked = false

    /// Its bytes, unmasked.
    package var payload: [UInt8]

    /// Creates a frame.
    package init(
        _ opcode: UInt8,
        _ payload: [UInt8] = [],
        isFinal: Bool = true,
        reserved: UInt8 = 0
    ) {
        self.opcode = opcode
        self.payload = payload
        self.isFinal = isFinal
        self.reserved = reserved
    }

    /// The payload as a text.
    package var text: String { String(decoding: payload, as: UTF8.self) }

    /// The reason of a Close frame.
    package var reason: String { String(decoding: payload.dropFirst(2), as: UTF8.self) }

    /// The code of a Close frame; nil when it has none.
    package var code: Int? {
        opcode == 8 && payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : nil
    }

    /// The bytes of the frame; `announced` overrides the length that it claims.
    package func encoded(mask: UInt32?, announced: UInt64? = nil) -> [UInt8] {
        let count = announced ?? UInt64(payload.count)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(14 + payload.count)
        bytes.append((isFinal ? 0x80 : 0) | reserved | opcode)
        let masked: UInt8 = mask == nil ? 0 : 0x80
        if count < 126 {
            bytes.append(masked | UInt8(count))
        } else if count < 65_536 {
            bytes += [masked | 126, UInt8(count >> 8), UInt8(count & 0xFF)]
        } else {
            bytes.append(masked | 127)
            for shift in stride(from: UInt64(56), through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: count >> shift))
            }
        }
        guard let mask else { return bytes + payload }
        for shift: UInt32 in [24, 16, 8, 0] {
            bytes.append(UInt8(truncatingIfNeeded: mask >> shift))
        }
        let start = bytes.count
        bytes += payload
        Self.apply(mask, to: &bytes, from: start)
        return bytes
    }

    /// Masks or unmasks bytes, eight at a time: test payloads are megabytes in debug builds.
    package static func apply(_ mask: UInt32, to bytes: inout [UInt8], from start: Int = 0) {
        let word = UInt64(mask.bigEndian) << 32 | UInt64(mask.bigEndian)
        unsafe bytes.withUnsafeMutableBytes { all in
            var offset = start
            while offset + 8 <= all.count {
                let value = unsafe all.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                unsafe all.storeBytes(of: value ^ word, toByteOffset: offset, as: UInt64.self)
                offset += 8
            }
            while offset < all.count {
                let shift = UInt32(8 * (3 - (offset - start) % 4))
                unsafe all[offset] ^= UInt8(truncatingIfNeeded: mask >> shift)
                offset += 1
            }
        }
    }
}

extension RawSocket {
    /// The next frame; nil at the end.
    package func readFrame() -> RawFrame? {
        guard let head = read(2) else { return nil }
        var count = UInt64(head[1] & 0x7F)
        if count >= 126 {
            guard let extended = read(count == 126 ? 2 : 8) else { return nil }
            count = extended.reduce(0) { $0 << 8 | UInt64($1) }
        }
        var frame = RawFrame(head[0] & 0x0F)
        frame.isFinal = head[0] & 0x80 != 0
        frame.reserved = head[0] & 0x70
        frame.isMasked = head[1] & 0x80 != 0
        var mask: UInt32 = 0
        if frame.isMasked {
            guard let key = read(4) else { return nil }
            mask = key.reduce(0) { $0 << 8 | UInt32($1) }
        }
        guard let size = Int(exactly: count), let payload = read(size) else { return nil }
        frame.payload = payload
        if frame.isMasked { RawFrame.apply(mask, to: &frame.payload) }
        return frame
    }
}
