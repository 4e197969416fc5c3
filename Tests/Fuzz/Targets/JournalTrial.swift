internal import EmojiArt
internal import Sync
internal import Wire

/// A journal's edits, one a line: each that a document can apply is replayed, and no other.
enum JournalTrial {
    static func run(_ bytes: [UInt8]) throws(Finding) {
        var state = StoredState.empty
        var decoder = MessageDecoder()
        for line in bytes.split(separator: UInt8(ascii: "\n")).prefix(32) {
            let bytes = Array(line)
            guard case .edit(var edit)? = try? decoder.serverMessage(bytes.span) else { return }
            var document = state.document
            let isApplied = (try? document.apply(edit.operation)) != nil
            // Nobody guesses a checksum, nor a chain.
            edit.revision = state.revision + 1
            edit.checksum = document.checksum
            let written = ServerMessage.edit(edit).encoded
            let stored = LoadedDocument.StoredEdit(
                revision: edit.revision,
                message: written,
                chain: Position.extend(state.chain, by: written.span)
            )
            do throws(LoadError) {
                try state.replay(stored, &decoder)
            } catch {
                return try promise(!isApplied, "an edit is not replayed: \(error)")
            }
            try promise(isApplied, "an edit is replayed that cannot be applied")
            try promise(state.document == document, "the document is another one")
        }
        _ = try? StoredState(decoding: state.encoded())
    }
}
