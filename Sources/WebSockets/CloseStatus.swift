/// What a Close frame says (RFC 6455 section 5.5.1).
struct CloseStatus: Equatable {
    let code: UInt16
    let reason: String

    init(code: UInt16, reason: String) {
        self.code = code
        self.reason = reason
    }

    /// Reads a Close frame's payload; without a code it is 1005 (section 7.1.5).
    init(payload: Span<UInt8>) {
        guard payload.count >= 2 else {
            self.init(code: 1005, reason: "")
            return
        }
        var reason: [UInt8] = []
        for index in 2..<payload.count { reason.append(payload[index]) }
        self.init(
            code: UInt16(payload[0]) << 8 | UInt16(payload[1]),
            reason: String(decoding: reason, as: UTF8.self)
        )
    }
}
