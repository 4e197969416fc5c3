/// What a Close frame says (RFC 6455 section 5.5.1).
struct CloseStatus: Equatable {
    let code: UInt16
    let reason: String
}

extension CloseStatus {
    /// Reads a Close frame's payload; without a code it is 1005 (section 7.1.5).
    init(payload: Span<UInt8>) {
        guard payload.count >= 2 else {
            self.init(code: 1005, reason: "")
            return
        }
        let reason = payload.extracting(2...)
        self.init(
            code: UInt16(payload[0]) << 8 | UInt16(payload[1]),
            reason: unsafe reason.withUnsafeBufferPointer {
                unsafe String(decoding: $0, as: UTF8.self)
            }
        )
    }

    /// What to answer a Close frame that is malformed; nil for a good one.
    ///
    /// A code that none may send lws has made 1002 before it tells of it; the rest it would echo,
    /// right or wrong.
    static func fault(in payload: Span<UInt8>) -> CloseStatus? {
        if payload.count == 1 {
            return CloseStatus(code: 1002, reason: "protocol_error: a Close frame of one byte")
        }
        guard payload.count > 2 else { return nil }
        var check = UTF8Check()
        guard check.take(payload.extracting(2...)), check.isBetweenCharacters else {
            return CloseStatus(code: 1007, reason: "not_utf8: the reason of a Close frame")
        }
        return nil
    }
}
