internal import EmojiArt
internal import Sync
internal import Wire

/// A stored state is refused, or is one that can be worked on and is stored as the same again.
///
/// Bytes that begin with a brace are the text itself; others decide what state is made, and where
/// its text is spoilt.
enum StoredStateTrial {
    static func run(_ bytes: [UInt8]) throws(Finding) {
        guard bytes.first == UInt8(ascii: "{") else {
            return try read(StoredState.sealed(spoilt(bytes)))
        }
        try read(bytes)
        // With the right digest, which nobody guesses.
        try read(StoredState.sealed(bytes))
    }

    /// The text of a state that was made by edits, with some bytes changed.
    private static func spoilt(_ bytes: [UInt8]) -> [UInt8] {
        var source = ByteSource(bytes)
        var state = StoredState.empty
        var counter = 0
        for revision in 1...1 + source.below(12) {
            state.revision = revision
            let client = 1 + source.below(3)
            let operation = EditSource.operation(&source, near: [:]) {
                counter += 1
                return EmojiID(client: client, counter: counter)
            }
            guard let operation, let applied = try? state.document.apply(operation),
                let step = applied.step
            else { continue }
            state.history.record(
                .init(revision: revision, name: applied.operation.name, step: step),
                of: client
            )
        }
        let whole = state.encoded()
        // Without the head that the digest is in, and the last brace.
        var text = Array(whole[37..<(whole.count - 1)])
        for _ in 0..<source.below(4) where !text.isEmpty {
            let place = (source.below(256) << 8 | source.below(256)) % text.count
            switch source.below(3) {
            case 0: text[place] = source.byte()
            case 1: text.remove(at: place)
            default:
                let piece = text[place..<min(place + source.below(128), text.count)]
                text.insert(contentsOf: piece, at: place)
            }
        }
        return text
    }

    private static func read(_ bytes: [UInt8]) throws(Finding) {
        let state: StoredState
        do {
            state = try StoredState(decoding: bytes)
        } catch {
            return try promise(error.description.utf8.count <= 400, "the error is long: \(error)")
        }
        let written = state.encoded()
        guard let again = try? StoredState(decoding: written) else {
            throw Finding("this cannot be read: \(String(decoding: written, as: UTF8.self))")
        }
        try promise(again.encoded() == written, "a state is stored in two ways")
        try promise(again.document == state.document, "the document is another one")
        try promise(again.history == state.history, "the history is another one")
        try work(on: state)
    }

    /// Undoes and redoes whatever the history has.
    private static func work(on state: StoredState) throws(Finding) {
        guard let name = DocumentName("fuzz") else { return }
        let clients = state.history.clients.keys.sorted().prefix(4)
        var loaded = LoadedDocument(name: name, epoch: 1, state: state)
        for client in clients { loaded.keys[client] = ClientKey(high: 0, low: UInt64(client)) }
        guard var session = try? DocumentSession(loaded) else {
            throw Finding("a state that can be read cannot be opened")
        }
        for (member, client) in clients.enumerated() {
            let key = ClientKey(high: 0, low: UInt64(client))
            session.join(member, ClientMessage.Hello(key: key))
            for (index, direction) in [History.Direction.undo, .undo, .redo, .redo].enumerated() {
                session.receive(
                    .edit(.init(seq: index + 1, mark: UInt64(index + 1), .walk(direction))),
                    from: member,
                    time: 1
                )
            }
        }
    }
}
