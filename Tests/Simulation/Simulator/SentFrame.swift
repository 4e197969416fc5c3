/// A whole frame of a WebSocket, as it was sent, without its mask.
struct SentFrame {
    let opcode: UInt8
    let payload: [UInt8]

    /// Takes the next frame off what has arrived (RFC 6455 section 5.2); nil while it is not whole.
    static func take(from inbox: inout [UInt8]) -> SentFrame? {
        guard inbox.count >= 2 else { return nil }
        var start = 2
        var count = Int(inbox[1] & 0x7F)
        if count >= 126 {
            let bytes = count == 126 ? 2 : 8
            guard inbox.count >= 2 + bytes else { return nil }
            count = inbox[2..<2 + bytes].reduce(0) { $0 << 8 | Int($1) }
            start += bytes
        }
        let isMasked = inbox[1] & 0x80 != 0
        if isMasked { start += 4 }
        guard inbox.count >= start + count else { return nil }
        var payload = Array(inbox[start..<start + count])
        if isMasked {
            for index in payload.indices { payload[index] ^= inbox[start - 4 + index % 4] }
        }
        defer { inbox.removeFirst(start + count) }
        return SentFrame(opcode: inbox[0] & 0x0F, payload: payload)
    }
}
