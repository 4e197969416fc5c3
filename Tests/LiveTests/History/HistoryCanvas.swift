import EmojiArt
import Foundation
import Wire

@testable import ReferenceModel

/// The reference model of a document, for those who speak of it in the words of a history.
struct HistoryCanvas {
    private var model = ReferenceModel()

    /// What an operation comes to here: the effective operation.
    func effective(_ operation: HistoryOperation) -> HistoryOperation {
        guard operation.type != "add" else {
            // The server writes the size that an emoji without one gets.
            return .add(
                (operation.emojis ?? []).map { emoji in
                    var sized = emoji
                    sized.size = emoji.size ?? Limits.sizeDefault
                    return sized
                }
            )
        }
        // Whose it is makes a difference to adding alone.
        guard let read = operation.read,
            case .accepted(let effective, _) = model.answer(to: .operation(read), of: 1)
        else { return .none }
        return HistoryOperation(effective)
    }

    mutating func apply(_ operation: HistoryOperation) {
        guard let read = operation.read else { return }
        let added = operation.emojis?.first?.id.flatMap { EmojiID($0) }
        model.take(.operation(read), of: added?.client ?? 1, at: 0)
    }

    private var emojis: [Emoji] {
        model.order.compactMap { id in
            model.items[id].map { item in
                Emoji(id: id, text: item.text, x: item.x, y: item.y, size: item.size, z: item.z)
            }
        }
    }

    /// All emojis in drawing order, as a state tells them.
    var drawn: [HistoryOperation.Emoji] {
        emojis.map { emoji in
            HistoryOperation.Emoji(
                id: "\(emoji.id)",
                text: emoji.text.string,
                x: emoji.x,
                y: emoji.y,
                size: emoji.size,
                z: emoji.z
            )
        }
    }

    /// The checksum of the page's rules CK3 to CK6.
    var checksum: String {
        let document = Document(
            emojis: emojis,
            background: model.background,
            canvas: model.canvas,
            stackTop: model.top,
            stackBottom: model.bottom
        )
        return document.checksum.bits.digits
    }
}

extension HistoryOperation {
    /// The operation as a server reads it; nil when it is none.
    fileprivate var read: EmojiArt.Operation? {
        var decoder = MessageDecoder()
        let message = #"{"type":"edit","seq":1,"operation":\#(line())}"#
        let decoded = try? decoder.clientMessage(Array(message.utf8).span)
        guard case .edit(_, .operation(let operation))? = decoded else { return nil }
        return operation
    }

    fileprivate init(_ operation: EmojiArt.Operation) {
        struct Edit: Decodable {
            let operation: HistoryOperation
        }
        let bytes = ClientMessage.edit(seq: 1, .operation(operation)).encoded
        let edit = try? JSONDecoder().decode(Edit.self, from: Data(bytes))
        self = edit?.operation ?? HistoryOperation.none
    }
}
