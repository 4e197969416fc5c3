/// One WebSocket frame, header and payload, encoded once and shared by all who get it.
///
/// A server's frames are unmasked (RFC 6455 section 5.1), so the same bytes serve every receiver.
/// ```
/// byte 0          byte 1            then
/// F|RSV|opcode    M|length          length in 2 or 8 bytes, 4 mask bytes, payload
/// 1|000|0001      0|0...125         none when the length is at most 125
///                 0|126             2 bytes, 126...65,535
///                 0|127             8 bytes, 65,536 and more
/// ```
package final class Frame: Sendable {
    /// Header and payload as they go to the socket.
    package let bytes: [UInt8]

    /// Encodes one unmasked text frame; the payload must be valid UTF-8, which is not checked here.
    package convenience init(text payload: [UInt8]) {
        self.init(opcode: .text, payload: payload, mask: nil)
    }

    /// The payload of an unmasked frame.
    package var payload: ArraySlice<UInt8> {
        bytes.dropFirst(FrameHeader.byteCount(of: bytes[...]))
    }

    /// Encodes any frame; with a mask the payload is masked as a client's must be (section 5.3).
    init(opcode: FrameHeader.Opcode, payload: [UInt8], mask: UInt32?) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(FrameHeader.bytesMax + payload.count)
        FrameHeader.append(to: &bytes, opcode: opcode, payloadCount: payload.count, mask: mask)
        if let mask {
            var key = mask
            for byte in payload {
                bytes.append(byte ^ UInt8(truncatingIfNeeded: key >> 24))
                key = key << 8 | key >> 24
            }
        } else {
            bytes.append(contentsOf: payload)
        }
        self.bytes = bytes
    }
}

extension [UInt8] {
    /// A copy of a message.
    package init(copying message: Span<UInt8>) {
        self = unsafe message.withUnsafeBufferPointer { unsafe Array($0) }
    }
}

extension Frame {
    /// A ping of one byte: lws reports no pong that answers an empty one.
    static func ping(mask: UInt32?) -> Frame {
        Frame(opcode: .ping, payload: [0x2E], mask: mask)
    }

    /// A Close frame (section 5.5.1); the reason is cut to 123 bytes at a character boundary.
    static func close(_ code: UInt16, _ reason: String, mask: UInt32?) -> Frame {
        var payload = [UInt8(code >> 8), UInt8(code & 0xFF)]
        for character in reason.unicodeScalars {
            let scalar = Array(String(character).utf8)
            guard payload.count + scalar.count <= 125 else { break }
            payload += scalar
        }
        return Frame(opcode: .close, payload: payload, mask: mask)
    }
}
