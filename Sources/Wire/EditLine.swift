package import EmojiArt

/// A line of a program's input that asks for one edit.
///
/// It is an operation as the protocol writes it, `undo`, `redo` and `revert` among them, and may
/// have a `ref`, a string or an integer that the answer repeats. A new emoji without an `id` is
/// given one.
///
/// ```
/// {"type":"move","ids":["1.1"],"dx":5,"dy":-3,"ref":"a"}
/// ```
package struct EditLine: Sendable {
    /// The caller's own mark.
    package enum Ref: Equatable, Sendable {
        /// A text of at most 256 bytes.
        case string(String)
        case integer(Whole)
    }

    /// What to do.
    package let request: ClientMessage.Request
    /// The caller's mark, if there is one.
    package let ref: Ref?

    /// Bytes of a `ref`.
    package static let refBytesMax = 256
}

extension MessageDecoder {
    /// Reads the `ref` of a line, as far as it can be read: also of a line that is wrong otherwise.
    package mutating func ref(ofLine bytes: borrowing Span<UInt8>) -> EditLine.Ref? {
        guard (try? reader.read(bytes, within: .message)) != nil,
            reader.nodes[0].kind == .object, let ref = reader.member("ref", of: 0)
        else { return nil }
        if let number = reader.integer(ref) { return .integer(number) }
        guard let text = reader.string(ref, bytes), text.utf8.count <= EditLine.refBytesMax else {
            return nil
        }
        return .string(text)
    }

    /// Reads a line without its end; `mint` gives ids to new emojis that have none.
    ///
    /// - Throws: `DecodeError`: the line asks for nothing that the protocol knows.
    package mutating func editLine(
        _ bytes: borrowing Span<UInt8>,
        mint: () -> EmojiID?
    ) throws(DecodeError) -> EditLine {
        let ref = ref(ofLine: bytes)
        do { try reader.read(bytes, within: .message) } catch { throw DecodeError(error) }
        guard reader.nodes[0].kind == .object, reader.member("type", of: 0) != nil else {
            throw .noType
        }
        if reader.member("ref", of: 0) != nil, ref == nil { throw .wrong("ref") }
        let request = try withoutActuallyEscaping(mint) {
            (mint) throws(DecodeError) -> ClientMessage.Request in
            try reader.request(0, bytes, ignoring: "ref", mint: mint)
        }
        return EditLine(request: request, ref: ref)
    }
}
