package import EmojiArt
package import Wire

/// A document as it was: the state of a snapshot, and edits after it, each checked as those that
/// come live.
package struct PastMoment: Sendable {
    /// What is drawn.
    package private(set) var document: Document
    /// The revision.
    package private(set) var revision: Whole

    /// Reads the parts of a snapshot, a line each; nil when they are none, or not whole.
    package init?(_ lines: borrowing Span<UInt8>, _ decoder: inout MessageDecoder) {
        var assembler = SnapshotAssembler()
        var isWhole = false
        var start = 0
        for end in lines.indices where lines[end] == UInt8(ascii: "\n") {
            let line = lines.extracting(start..<end)
            guard case .snapshot(let part) = try? decoder.serverMessage(line), !isWhole,
                assembler.append(part)
            else { return nil }
            isWhole = part.isLast
            start = end + 1
        }
        guard isWhole, let (document, header) = assembler.take(),
            document.checksum == header.checksum
        else { return nil }
        self.document = document
        revision = header.position.revision
    }

    /// Applies the next edit.
    ///
    /// - Returns: what it did; nil when it is not the next one, or does here what it did not do at
    ///   the server.
    package mutating func apply(_ edit: ServerMessage.Edit) -> Applied? {
        guard edit.revision == revision + 1,
            let applied = try? document.apply(edit.operation),
            applied.operation == edit.operation, document.checksum == edit.checksum
        else { return nil }
        revision = edit.revision
        return applied
    }
}
