import EmojiArt
import TestKit
import Testing
import Wire

struct RoundTripTests {
    private static let seeds: [UInt64] = Array(1...8)
    private static let variantsPerText = 60
    /// Numbers at the limits of fields.
    private static let limits = [
        0, 1, Limits.sizeMax, Limits.coordinateMax, 2 * Limits.coordinateMax, Limits.viewSideMax,
        Limits.factorMax, Limits.identifierMax, Limits.stackMax,
    ].flatMap { [$0, -$0] }

    /// The golden texts, and those of messages that they lack.
    private static func clientTexts() throws -> [String] {
        let key = ClientKey(high: 1, low: 2)
        let lacking: [ClientMessage] = [
            .hello(.init(key: key, name: "Ada", token: "a.b.c", position: .start(of: 1))),
            .token("a.b.c"), .edit(seq: 9, .revert(to: 7)),
        ]
        return try MessageVectors.read().client.good.map(\.canonical)
            + lacking.map { Messages.text($0.encoded) }
    }

    private static func serverTexts() throws -> [String] {
        let access = Access(role: .editor, user: "ada", expires: 5)
        let welcome = ServerMessage.Welcome(
            document: "a",
            position: .start(of: 1),
            isResumed: false,
            isForked: true,
            member: 1,
            client: 2,
            seq: 3,
            counter: 4,
            undo: "add",
            redo: "move",
            access: access,
            limits: ServerLimits(members: 1, messages: 2, edits: 3, presence: 4, bytes: 5)
        )
        let ids = (1...2).map { EmojiID(client: 1, counter: $0) }
        let tree = Emoji(id: ids[0], text: try EmojiText("🌲"), x: 1, y: 2, size: 3, z: 4)
        let edit = ServerMessage.Edit(
            revision: 9,
            client: 1,
            seq: 2,
            time: 3,
            revert: 5,
            operation: .replace(
                Replacement(ids: [ids[1]], emojis: [tree], background: .blank, canvas: .some(nil))
            ),
            checksum: .zero
        )
        let lacking: [ServerMessage] = [.welcome(welcome), .access(access), .edit(edit)]
        return try MessageVectors.read().server.good.map(\.canonical)
            + lacking.map { Messages.text($0.encoded) }
    }

    /// A text without a member, with another number, or with other bytes.
    private static func variant(of text: String, _ random: inout SplitMix64) -> [UInt8] {
        switch Int.random(in: 0...2, using: &random) {
        case 0:
            var parts = text.split(separator: ",")
            parts.remove(at: Int.random(in: parts.indices, using: &random))
            return Array(parts.joined(separator: ",").utf8)
        case 1:
            var text = text
            let number = text.matches(of: /-?\d+/).randomElement(using: &random)
            let limit = limits.randomElement(using: &random) ?? 0
            if let number { text.replaceSubrange(number.range, with: "\(limit)") }
            return Array(text.utf8)
        default:
            var bytes = Array(text.utf8)
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let place = Int.random(in: bytes.indices, using: &random)
                bytes[place] = UInt8.random(in: 0...255, using: &random)
            }
            return bytes
        }
    }

    /// Checks that what is like the texts is refused, or read as it is written.
    private static func expectRoundTrips<Message: Equatable>(
        of texts: [String],
        seed: UInt64,
        read: ([UInt8]) -> Message?,
        write: (Message) -> [UInt8]
    ) {
        var random = SplitMix64(seed: seed)
        var count = 0
        for text in texts {
            for _ in 0..<variantsPerText {
                guard let message = read(variant(of: text, &random)) else { continue }
                count += 1
                let bytes = write(message)
                let again = read(bytes)
                let rewritten = again.map(write)
                #expect(again == message, "seed \(seed): \(Messages.text(bytes))")
                #expect(rewritten == bytes, "seed \(seed): \(Messages.text(bytes))")
            }
        }
        #expect(count > 4 * texts.count)
    }

    @Test(arguments: seeds)
    func `CM8 JS10 what is like a client's message is refused, or read as it is written`(
        seed: UInt64
    ) throws {
        Self.expectRoundTrips(
            of: try Self.clientTexts(),
            seed: seed,
            read: { bytes -> ClientMessage? in
                let message = try? Messages.client(bytes)
                if case .edit(_, .invalid)? = message { return nil }
                return message
            },
            write: { $0.encoded }
        )
    }

    @Test(arguments: seeds)
    func `JS10 what is like a server's message is refused, or read as it is written`(
        seed: UInt64
    ) throws {
        Self.expectRoundTrips(
            of: try Self.serverTexts(),
            seed: seed,
            read: { bytes -> ServerMessage? in try? Messages.server(bytes) },
            write: { $0.encoded }
        )
    }

    @Test func `JS2 no message is read from a part of one`() throws {
        var decoder = MessageDecoder()
        for text in try Self.clientTexts() {
            let bytes = Array(text.utf8)
            for count in bytes.indices {
                let message = try? decoder.clientMessage(bytes.span.extracting(0..<count))
                #expect(message == nil)
            }
        }
    }

    @Test func `SM5 only the first part of a snapshot has a header`() throws {
        let position = Position(epoch: 1, revision: 2, chain: .zero)
        let header = ServerMessage.SnapshotPart.Header(of: Document(), at: position)
        let first = ServerMessage.SnapshotPart(part: 0, isLast: false, header: header, emojis: [])
        let last = ServerMessage.SnapshotPart(part: 1, isLast: true, header: nil, emojis: [])
        for part in [first, last] {
            let bytes = ServerMessage.snapshot(part).encoded
            #expect(try Messages.server(bytes) == .snapshot(part))
            #expect(Messages.text(bytes).contains("chain") == (part.header != nil))
        }
    }
}
