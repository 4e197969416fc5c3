import EmojiArt
import Testing
import Wire

struct ChecksumVectorTests {
    private let vectors: MessageVectors

    init() throws { vectors = try MessageVectors.read() }

    @Test func `CK1 digests are those of the vectors`() throws {
        #expect(vectors.digests.count > 10)
        for vector in vectors.digests {
            var digest = Digest()
            for part in vector.take {
                if let word = part.word { digest.combine(word) }
                if let integer = part.integer { digest.combine(integer) }
                if let text = part.text { digest.combine(text) }
            }
            #expect(Self.text(digest.value) == vector.digest, "\(vector.name)")
        }
    }

    @Test func `CK2 a checksum is 16 digits, the high lane first`() {
        #expect(Self.text(Checksum(high: 1, low: 0xabc)) == "0000000100000abc")
    }

    @Test func `CK3 CK4 CK5 CK6 the checksum of a state is the sum of its parts`() throws {
        var documents: [Document] = []
        for vector in vectors.checksums {
            guard case .snapshot(let part) = try Messages.server(vector.snapshot),
                let header = part.header
            else {
                Issue.record("\(vector.name) is no snapshot.")
                continue
            }
            let document = Document(
                emojis: part.emojis,
                background: header.background,
                canvas: header.canvas,
                stackTop: header.stackTop,
                stackBottom: header.stackBottom
            )
            #expect(document.checksum == header.checksum, "\(vector.name)")
            documents.append(document)
        }
        #expect(documents.count { !$0.emojis.isEmpty } >= 2)
        #expect(documents.count { $0.background != .blank || $0.canvas != nil } >= 2)
        #expect(documents.count { $0.stackTop != 0 || $0.stackBottom != 0 } >= 2)
        #expect(Document().checksum == .zero)
    }

    @Test func `CK7 a chain goes on from the chain before and the message`() throws {
        #expect(Position.start(of: 5) == Position(epoch: 5, revision: 0, chain: .zero))
        #expect(vectors.chains.count >= 4)
        var chain = Checksum.zero
        for vector in vectors.chains {
            #expect(Self.text(chain) == vector.before, "\(vector.name)")
            chain = Position.extend(chain, by: Array(vector.message.utf8).span)
            #expect(Self.text(chain) == vector.chain, "\(vector.name)")
        }
    }

    @Test func `CK8 another writing of the same message makes another chain`() {
        let compact = Array(#"{"type":"ack","seq":1,"revision":1}"#.utf8)
        let spaced = Array(#"{"type":"ack", "seq":1,"revision":1}"#.utf8)
        let chains = [compact, spaced].map { Position.extend(.zero, by: $0.span) }
        #expect(chains[0] != chains[1])
    }

    @Test func `CK7 the worked example of the page`() throws {
        let page = try ProtocolPage.read()
        let values = page.table("input", "digest").map { $0.last ?? "" }
        let known = Set(vectors.digests.map(\.digest))
        #expect(values.count == 5)
        var tree = Digest()
        tree.combine("🌲")
        #expect(known.union([Self.text(tree.value)]).isSuperset(of: values))
        var document = Document()
        let id = EmojiID(client: 1, counter: 1)
        let new = [NewEmoji(id: id, text: try EmojiText("🌲"), x: 0, y: 0)]
        let edit = ServerMessage.Edit(
            revision: 1,
            client: 1,
            seq: 1,
            time: 1_789_000_000_000,
            operation: try document.apply(.add(new)).operation,
            checksum: document.checksum
        )
        let message = ServerMessage.edit(edit).encoded
        let chain = Position.extend(.zero, by: message.span)
        #expect(page.contains("checksum\n`\(Self.text(document.checksum))`"))
        #expect(page.contains("makes the chain at revision 1 `\(Self.text(chain))`"))
    }

    private static func text(_ checksum: Checksum) -> String {
        let digits = String(checksum.bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
