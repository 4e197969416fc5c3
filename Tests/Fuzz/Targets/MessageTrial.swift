internal import EmojiArt
internal import Wire

/// What is read of a message is written and read again as the same; what is not says why, shortly.
enum MessageTrial {
    /// Bytes of a close frame's reason (RFC 6455, section 5.5).
    private static let reasonBytesMax = 123

    static func client(_ bytes: [UInt8]) throws(Finding) {
        try line(bytes)
        var decoder = MessageDecoder()
        let message: ClientMessage
        do throws(DecodeError) {
            message = try decoder.clientMessage(bytes.span)
        } catch {
            return try check(error)
        }
        if case .edit(let edit) = message, case .invalid = edit.request { return }
        let written = message.encoded
        try promise(
            written.count <= Limits.messageBytesMax,
            "\(bytes.count) bytes are written as \(written.count)"
        )
        let again = try? decoder.clientMessage(written.span)
        try promise(again == message, "\(message) is read again as \(String(describing: again))")
        try promise(again?.encoded == written, "\(message) is written in two ways")
    }

    static func server(_ bytes: [UInt8]) throws(Finding) {
        var decoder = MessageDecoder()
        let read: ServerMessage?
        do throws(DecodeError) {
            read = try decoder.serverMessage(bytes.span)
        } catch {
            return try check(error)
        }
        guard let message = read else { return }
        let written = message.encoded
        let again = try? decoder.serverMessage(written.span)
        try promise(again == message, "\(message) is read again as \(String(describing: again))")
        try promise(again?.encoded == written, "\(message) is written in two ways")
    }

    /// Checks why something is no message.
    static func check(_ error: DecodeError) throws(Finding) {
        let reason = "\(CloseCode.badMessage.name): \(error)"
        try promise(reason.utf8.count <= reasonBytesMax, "a close reason is too long: \(reason)")
        try promise(
            !reason.unicodeScalars.contains { $0.isControl },
            "a close reason has control characters: \(reason)"
        )
    }

    /// The bytes as a line of a program that edits.
    private static func line(_ bytes: [UInt8]) throws(Finding) {
        var decoder = MessageDecoder()
        var counter = 0
        let line = try? decoder.editLine(bytes.span) {
            counter += 1
            return EmojiID(client: 1, counter: counter)
        }
        guard let line else { return }
        let message = ClientMessage.edit(.init(seq: 1, mark: UInt64(1), line.request))
        let again = try? decoder.clientMessage(message.encoded.span)
        try promise(again == message, "\(message) is read again as \(String(describing: again))")
    }
}
