internal import EmojiArt

/// What a node tells the others of the members that a document has with it.
///
/// On the wire it is a line of JSON, and after it, for news, a `presence` message as members get
/// it, in which the numbers are those of the sender.
package struct PeerMessage: Equatable, Sendable {
    /// The content of the message.
    package enum Body: Equatable, Sendable {
        /// Members: all of them, when the update is full.
        case news(ServerMessage.PresenceUpdate)
        /// Nothing new; the sender is there.
        case nothing
        /// The sender has no members any more, and hears nothing.
        case end
        /// The sender wants to know all members of another node, or of all of them.
        case question(to: UInt64?)
        /// A node is to close one of its connections.
        case close(node: UInt64, member: Int, code: Int, reason: String)
    }

    /// The number that the sender drew when the first member came.
    package var node: UInt64
    /// How many news it has told so far.
    package var number: Int
    /// The revision that the sender's members knew by then.
    package var revision: Int
    /// Whether the sender does not know who else is there.
    package var asks: Bool
    /// The content of the message.
    package var body: Body

    /// The bytes of news whose presence message is encoded already.
    package static func encoded(
        node: UInt64,
        number: Int,
        revision: Int,
        asks: Bool,
        news: [UInt8]
    ) -> [UInt8] {
        let head = PeerMessage(
            node: node,
            number: number,
            revision: revision,
            asks: asks,
            body: .nothing
        )
        return head.encoded(as: "news") + [UInt8(ascii: "\n")] + news
    }

    /// The bytes of anything but news.
    package var encoded: [UInt8] {
        switch body {
        case .nothing: encoded(as: "nothing")
        case .end: encoded(as: "end")
        case .question: encoded(as: "question")
        case .close: encoded(as: "close")
        case .news: preconditionFailure("News are encoded with the presence message.")
        }
    }

    private func encoded(as type: String) -> [UInt8] {
        var writer = JSONWriter(capacity: 256)
        writer.raw("{\"type\":")
        writer.string(type)
        writer.raw(",\"node\":")
        writer.word(node)
        writer.raw(",\"number\":")
        writer.integer(number)
        writer.raw(",\"revision\":")
        writer.integer(revision)
        if asks { writer.raw(",\"asks\":true") }
        switch body {
        case .question(let node?):
            writer.raw(",\"to\":")
            writer.word(node)
        case .close(let node, let member, let code, let reason):
            writer.raw(",\"to\":")
            writer.word(node)
            writer.raw(",\"member\":")
            writer.integer(member)
            writer.raw(",\"code\":")
            writer.integer(code)
            writer.raw(",\"reason\":")
            writer.string(reason)
        case .question(nil), .nothing, .end, .news: break
        }
        writer.raw("}")
        return writer.bytes
    }

    /// Reads a message.
    ///
    /// - Parameters:
    ///   - bytes: as a node sent them.
    ///   - decoder: reads the presence message.
    /// - Throws: `DecodeError`: a newer version sent it, or something else did.
    package init(decoding bytes: [UInt8], with decoder: inout MessageDecoder) throws(DecodeError) {
        let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
        let head = Array(bytes[..<end])
        var reader = JSONReader()
        do { try reader.read(head.span, within: .serverMessage) } catch { throw DecodeError(error) }
        guard reader.nodes[0].kind == .object else { throw .noType }
        node = try reader.word("node", of: 0, head.span)
        number = try reader.integer("number", of: 0, in: 0...Limits.stackMax)
        revision = try reader.integer("revision", of: 0, in: 0...Limits.stackMax)
        asks = reader.member("asks", of: 0) != nil
        let to = reader.member("to", of: 0) == nil ? nil : try reader.word("to", of: 0, head.span)
        switch reader.nodes[try reader.need("type", of: 0)].text {
        case "nothing": body = .nothing
        case "end": body = .end
        case "question": body = .question(to: to)
        case "close":
            guard let to else { throw .wrong("to") }
            body = .close(
                node: to,
                member: try reader.integer("member", of: 0, in: 1...Limits.stackMax),
                code: try reader.integer("code", of: 0, in: 1_000...4_999),
                reason: try reader.string("reason", of: 0, bytesMax: 1_024, head.span)
            )
        case "news":
            let rest = Array(bytes[min(end + 1, bytes.endIndex)...])
            guard case .presence(let update) = try decoder.serverMessage(rest.span) else {
                throw .noType
            }
            body = .news(update)
        default: throw .unknownType
        }
    }

    /// Makes a message.
    package init(node: UInt64, number: Int, revision: Int, asks: Bool = false, body: Body) {
        self.node = node
        self.number = number
        self.revision = revision
        self.asks = asks
        self.body = body
    }
}
