import TestKit

extension RawSocket {
    /// The next text message of one of the types; nil when the stream ends without one.
    func readMessage(_ types: String...) -> JSONLine? {
        while let frame = readFrame() {
            guard frame.opcode == 1, let message = try? JSONLine(frame.payload) else { continue }
            if types.contains(message.type) { return message }
        }
        return nil
    }
}
