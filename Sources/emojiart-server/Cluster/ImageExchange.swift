internal import Cryptography
internal import EmojiArt
internal import Storage
internal import Synchronization
internal import Wire

/// Pictures for backgrounds that another node was sent: asked of all nodes when they are wanted.
///
/// A picture goes in pieces, as brokers let a message be a mebibyte, and is believed when its
/// digest is that by which it is known. Any thread may ask.
final class ImageExchange: Sendable {
    /// A piece of a picture, as a node that has it answers: a line of JSON, and the bytes.
    private struct Piece {
        let type: String
        let size: Int
        let bytes: ArraySlice<UInt8>
    }

    private let link: ClusterLink
    private let journal: Journal
    private let answering = Mutex<(any Sendable)?>(nil)

    private static let subject = "images"
    private static let pieceBytes = 524_288

    init(_ link: ClusterLink, _ journal: Journal) {
        self.link = link
        self.journal = journal
    }

    /// Begins to answer other nodes.
    func start() {
        let journal = journal
        let held = link.answer(Self.subject) { question, respond in
            guard let (name, digest, offset) = Self.decoded(question) else { return }
            journal.image(digest, of: name) { result in
                // Who does not have it is silent: another one may.
                guard let image = try? result.get(), offset <= image.body.count else { return }
                respond(Self.encoded(image, from: offset))
            }
        }
        answering.withLock { $0 = held }
    }

    /// Asks for a picture; the completion gets nil when no node that can be reached has it.
    func fetch(
        _ digest: String,
        of name: String,
        completion: @escaping @Sendable (StoredImage?) -> Void
    ) {
        fetch(digest, of: name, having: [], completion: completion)
    }

    private func fetch(
        _ digest: String,
        of name: String,
        having bytes: [UInt8],
        completion: @escaping @Sendable (StoredImage?) -> Void
    ) {
        let question = Self.encoded(name, digest, from: bytes.count)
        link.ask(Self.subject, question) { [self] result in
            guard let answer = try? result.get(), let piece = Self.piece(of: answer),
                piece.size <= Limits.imageBytesMax, !piece.bytes.isEmpty,
                bytes.count + piece.bytes.count <= piece.size
            else { return completion(nil) }
            let all = bytes + piece.bytes
            guard all.count == piece.size else {
                return fetch(digest, of: name, having: all, completion: completion)
            }
            // Not on the library's thread, by which all else comes.
            Offload.run {
                let isIt = SHA256Digest.of(all) == digest
                completion(isIt ? StoredImage(digest: digest, type: piece.type, body: all) : nil)
            }
        }
    }

    // MARK: On the wire

    private static func encoded(_ name: String, _ digest: String, from offset: Int) -> [UInt8] {
        var writer = JSONWriter(capacity: 256)
        writer.raw("{\"name\":")
        writer.string(name)
        writer.raw(",\"digest\":")
        writer.string(digest)
        writer.raw(",\"offset\":")
        writer.integer(offset)
        writer.raw("}")
        return writer.bytes
    }

    private static func decoded(_ bytes: [UInt8]) -> (String, digest: String, offset: Int)? {
        var reader = JSONReader()
        do {
            try reader.read(bytes.span, within: .serverMessage)
            return (
                try reader.string("name", of: 0, bytesMax: 64, bytes.span),
                try reader.string("digest", of: 0, bytesMax: 64, bytes.span),
                try reader.integer("offset", of: 0, in: 0...Limits.imageBytesMax)
            )
        } catch {
            return nil
        }
    }

    private static func encoded(_ image: StoredImage, from offset: Int) -> [UInt8] {
        var writer = JSONWriter(capacity: 128)
        writer.raw("{\"type\":")
        writer.string(image.type)
        writer.raw(",\"size\":")
        writer.integer(image.body.count)
        writer.raw("}")
        return writer.bytes + [UInt8(ascii: "\n")] + image.body[offset...].prefix(pieceBytes)
    }

    private static func piece(of answer: [UInt8]) -> Piece? {
        guard let end = answer.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let head = Array(answer[..<end])
        var reader = JSONReader()
        do {
            try reader.read(head.span, within: .serverMessage)
            return Piece(
                type: try reader.string("type", of: 0, bytesMax: 64, head.span),
                size: try reader.integer("size", of: 0, in: 1...Limits.imageBytesMax),
                bytes: answer[(end + 1)...]
            )
        } catch {
            return nil
        }
    }
}
