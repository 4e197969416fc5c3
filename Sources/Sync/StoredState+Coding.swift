internal import EmojiArt
internal import Wire

extension StoredState {
    /// Why bytes are not a stored state.
    public enum DecodeError: Error, Equatable, Sendable, CustomStringConvertible {
        case damaged
        case unknownForm(String)

        /// What is wrong, in one sentence.
        public var description: String {
            switch self {
            case .damaged: "the stored state is damaged"
            case .unknownForm(let text):
                "cannot read the stored state (\(text)): was it made by a newer version?"
            }
        }
    }

    /// `{"digest":"0123456789abcdef","state":`: the digest is over the bytes of the state.
    private static let headBytes = 37

    /// The state's bytes.
    ///
    /// - Complexity: O(emojis + undo steps).
    public func encoded() -> [UInt8] {
        var writer = JSONWriter(capacity: 128 + 128 * document.emojis.count)
        writer.state(self)
        return Self.sealed(writer.bytes)
    }

    /// The bytes that are stored of a state's text, with its digest.
    package static func sealed(_ text: [UInt8]) -> [UInt8] {
        var digest = Digest()
        digest.combine(bytes: text.span)
        var whole = JSONWriter(capacity: text.count + 64)
        whole.word("{\"digest\":", digest.value.bits)
        whole.raw(",\"state\":")
        precondition(whole.bytes.count == Self.headBytes, "The head has a fixed length.")
        whole.raw(text)
        whole.raw("}")
        return whole.bytes
    }

    /// Reads a state's bytes.
    ///
    /// - Throws: `DecodeError`.
    /// - Complexity: O(bytes).
    public init(decoding bytes: [UInt8]) throws(DecodeError) {
        var reader = JSONReader()
        do {
            try reader.read(bytes.span, within: .file)
            let state = try reader.need("state", of: 0)
            let node = reader.nodes[state]
            var digest = Digest()
            digest.combine(bytes: bytes.span.extracting(node.start..<node.end))
            guard try reader.word("digest", of: 0, bytes.span) == digest.value.bits else {
                throw Wire.DecodeError.wrong("digest")
            }
        } catch {
            throw .damaged
        }
        do throws(Wire.DecodeError) {
            self = try reader.state(bytes.span)
        } catch {
            throw .unknownForm(error.description)
        }
    }
}

extension JSONWriter {
    fileprivate mutating func state(_ state: StoredState) {
        integer("{\"version\":1,\"revision\":", state.revision)
        word(",\"chain\":", state.chain.bits)
        word(",\"checksum\":", state.document.checksum.bits)
        background(",\"background\":", state.document.background)
        canvas(",\"canvas\":", state.document.canvas)
        integer(",\"stackTop\":", state.document.stackTop)
        integer(",\"stackBottom\":", state.document.stackBottom)
        emojis(",\"emojis\":", state.document.drawingOrder)
        let counters = state.document.counters.sorted { $0.key < $1.key }
        array(",\"counters\":", counters) { writer, counter in
            writer.integer("{\"client\":", counter.key)
            writer.integer(",\"counter\":", counter.value)
            writer.raw("}")
        }
        array(",\"history\":", state.history.clients.sorted { $0.key < $1.key }) { writer, client in
            writer.stacks(client.value, of: client.key)
        }
        raw("}")
    }

    private mutating func stacks(_ stacks: History.Stacks, of client: Int) {
        integer("{\"client\":", client)
        integer(",\"touched\":", stacks.touched)
        array(",\"undo\":", stacks.undo) { writer, entry in writer.entry(entry) }
        array(",\"redo\":", stacks.redo) { writer, entry in writer.entry(entry) }
        raw("}")
    }

    private mutating func entry(_ entry: History.Entry) {
        integer("{\"revision\":", entry.revision)
        string(",\"name\":", entry.name)
        raw(",\"step\":")
        undoStep(entry.step)
        raw("}")
    }
}

extension JSONReader {
    fileprivate func state(
        _ bytes: borrowing Span<UInt8>
    ) throws(Wire.DecodeError) -> StoredState {
        let object = try need("state", of: 0)
        guard try integer("version", of: object, in: 1...Limits.stackMax) == 1 else {
            throw .outOfRange("version")
        }
        let keys = -Limits.stackMax...Limits.stackMax
        let canvas = try need("canvas", of: object)
        var counters: [Int: Int] = [:]
        for item in try array("counters", of: object, max: Limits.clientsMax) {
            counters[try integer("client", of: item, in: 1...Limits.identifierMax)] =
                try integer("counter", of: item, in: 1...Limits.identifierMax)
        }
        var clients: [Int: History.Stacks] = [:]
        for item in try array("history", of: object, max: Limits.clientsMax) {
            clients[try integer("client", of: item, in: 1...Limits.identifierMax)] =
                History.Stacks(
                    undo: try entries("undo", of: item, bytes),
                    redo: try entries("redo", of: item, bytes),
                    touched: try integer("touched", of: item, in: 0...Limits.stackMax)
                )
        }
        let emojis = try emojis("emojis", of: object, max: Limits.emojisMax, bytes)
        guard Set(emojis.map(\.id)).count == emojis.count else { throw .wrong("emojis") }
        let document = Document(
            emojis: emojis,
            background: try background("background", of: object, bytes),
            canvas: nodes[canvas].kind == .null ? nil : try self.canvas(canvas),
            stackTop: try integer("stackTop", of: object, in: keys),
            stackBottom: try integer("stackBottom", of: object, in: keys),
            counters: counters
        )
        guard try word("checksum", of: object, bytes) == document.checksum.bits else {
            throw .wrong("checksum")
        }
        return StoredState(
            revision: try integer("revision", of: object, in: 0...Limits.stackMax),
            chain: Checksum(try word("chain", of: object, bytes)),
            document: document,
            history: History(clients: clients)
        )
    }

    private func entries(
        _ key: JSONKey,
        of object: Int,
        _ bytes: borrowing Span<UInt8>
    ) throws(Wire.DecodeError) -> [History.Entry] {
        try array(key, of: object, max: Limits.undoStepsMax).map { item throws(Wire.DecodeError) in
            History.Entry(
                revision: try integer("revision", of: item, in: 1...Limits.stackMax),
                name: try string("name", of: item, bytesMax: 64, bytes),
                step: try undoStep(try need("step", of: item), bytes)
            )
        }
    }
}
