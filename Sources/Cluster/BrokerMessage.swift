internal import CNats

/// A message that came from a broker, copied out of the library's memory.
package struct BrokerMessage: Sendable {
    /// Where it was sent.
    package let subject: String
    /// Where an answer is wanted; empty for nowhere.
    package let reply: String
    /// What it says.
    package let payload: [UInt8]
    /// What the broker says in place of an answer: 404 for nothing there, 503 for nobody who
    /// answers; 0 for an answer.
    package let status: Int
    /// Its place in its stream; 0 outside of streams.
    package let sequence: Int
    /// The place of the message before it with its subject; 0 for none, or outside of streams.
    package let previous: Int

    /// Copies a message.
    init(_ message: OpaquePointer) {
        subject = unsafe Self.text(natsMsg_GetSubject(message))
        reply = unsafe Self.text(natsMsg_GetReply(message))
        let count = unsafe Int(natsMsg_GetDataLength(message))
        if count > 0, let start = unsafe natsMsg_GetData(message) {
            let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
            payload = unsafe [UInt8](bytes)
        } else {
            payload = []
        }
        let isNobody = unsafe natsMsg_IsNoResponders(message)
        status = isNobody ? 503 : unsafe Self.number("Status", of: message)
        sequence = unsafe Self.number("Nats-Sequence", of: message)
        previous = unsafe Self.number("Nats-Last-Sequence", of: message)
    }

    private static func text(_ characters: UnsafePointer<CChar>?) -> String {
        guard let characters = unsafe characters else { return "" }
        return unsafe String(cString: characters)
    }

    private static func number(_ header: String, of message: OpaquePointer) -> Int {
        var value: UnsafePointer<CChar>?
        guard unsafe natsMsgHeader_Get(message, header, &value) == NATS_OK else { return 0 }
        return unsafe Int(text(value)) ?? 0
    }
}
