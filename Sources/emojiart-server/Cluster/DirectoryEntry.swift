internal import EmojiArt
internal import Storage
internal import Sync
internal import Wire

/// A change of names or tokens in the order of all nodes.
struct DirectoryEntry: Orderable {
    /// By which the node that wanted it knows it.
    let token: UInt64
    let change: DirectoryChange

    /// One by one: each is a transaction of its own with its place.
    static var countMax: Int { 1 }

    init(token: UInt64, _ change: DirectoryChange) {
        self.token = token
        self.change = change
    }

    func encode(to writer: inout JSONWriter) {
        writer.raw("{\"token\":")
        writer.word(token)
        switch change {
        case .create(let name, let epoch, let time, let countMax, _, _):
            writer.raw(",\"type\":\"create\",\"name\":")
            writer.string(name)
            writer.raw(",\"epoch\":")
            writer.word(epoch)
            writer.raw(",\"time\":")
            writer.integer(Int(time))
            writer.raw(",\"count_max\":")
            writer.integer(countMax)
        case .discard: preconditionFailure("Documents that nodes share are not discarded.")
        case .rename(let name, let new):
            writer.raw(",\"type\":\"rename\",\"name\":")
            writer.string(name)
            writer.raw(",\"to\":")
            writer.string(new)
        case .delete(let name):
            writer.raw(",\"type\":\"delete\",\"name\":")
            writer.string(name)
        case .freeze(let name, let isFrozen):
            writer.raw(isFrozen ? ",\"type\":\"freeze\",\"name\":" : ",\"type\":\"thaw\",\"name\":")
            writer.string(name)
        case .revoke(let revocation):
            writer.raw(",\"type\":\"revoke\"")
            Self.encode(revocation, to: &writer)
        case .pardon(let revocation):
            writer.raw(",\"type\":\"pardon\"")
            Self.encode(revocation, to: &writer)
        }
        writer.raw("}")
    }

    private static func encode(_ revocation: StoredRevocation, to writer: inout JSONWriter) {
        writer.raw(",\"kind\":")
        writer.string(revocation.kind.rawValue)
        writer.raw(",\"subject\":")
        writer.string(revocation.subject)
        writer.raw(",\"time\":")
        writer.integer(Int(revocation.time))
    }

    init(
        decoding object: Int,
        of reader: borrowing JSONReader,
        _ bytes: borrowing Span<UInt8>
    ) throws(DecodeError) {
        func text(_ name: JSONKey) throws(DecodeError) -> String {
            try reader.string(name, of: object, bytesMax: 1_024, bytes)
        }
        func integer(_ name: JSONKey) throws(DecodeError) -> Int {
            try reader.integer(name, of: object, in: 0...Limits.stackMax)
        }
        token = try reader.word("token", of: object, bytes)
        switch try text("type") {
        case "create":
            change = .create(
                name: try Self.name(try text("name")),
                epoch: try reader.word("epoch", of: object, bytes),
                time: Int64(try integer("time")),
                countMax: try integer("count_max")
            )
        case "rename":
            let (name, new) = (try text("name"), try text("to"))
            change = .rename(name: try Self.name(name), to: try Self.name(new))
        case "delete": change = .delete(name: try Self.name(try text("name")))
        case "freeze": change = .freeze(name: try Self.name(try text("name")), isFrozen: true)
        case "thaw": change = .freeze(name: try Self.name(try text("name")), isFrozen: false)
        case let type where type == "revoke" || type == "pardon":
            guard let kind = StoredRevocation.Kind(rawValue: try text("kind")) else {
                throw .wrong("kind")
            }
            let time = Int64(try integer("time"))
            let revocation = StoredRevocation(kind, try text("subject"), time: time)
            change = type == "revoke" ? .revoke(revocation) : .pardon(revocation)
        default: throw .unknownType
        }
    }

    private static func name(_ text: String) throws(DecodeError) -> String {
        guard DocumentName(text) != nil else { throw .wrong("name") }
        return text
    }
}
