package import EmojiArt

/// What each edit of a document must come to, by other code than the document's own.
///
/// It is written from `Protocol/PROTOCOL.md`, section 6, and takes what clients ask for: it skips
/// ids, cuts deltas, refuses, and takes back by itself. It is slow and plain, and knows nothing of
/// checksums.
package struct ReferenceModel {
    /// What a client asks for.
    package enum Request {
        /// An operation that is well formed.
        case operation(Operation)
        /// To take its latest edit back.
        case undo
        /// To bring back what it took back last.
        case redo
        /// To go back to what the document was.
        case revert(to: ReferenceModel)
    }

    /// How an edit is answered.
    package enum Answer: Equatable {
        /// With the effective operation; `original` is the revision of the edit that an undo or a
        /// redo is about.
        case accepted(Operation, original: Int?)
        /// With a code of the protocol's section 7.
        case refused(code: String)
    }

    /// Why an edit is refused.
    struct Refused: Error {
        let code: String

        static let foreignID = Refused(code: "foreign_id")
        static let idTaken = Refused(code: "id_taken")
        static let documentFull = Refused(code: "document_full")
        static let tooMany = Refused(code: "too_many")
        static let outsideCanvas = Refused(code: "outside_canvas")
        static let nothingToUndo = Refused(code: "nothing_to_undo")
        static let nothingToRedo = Refused(code: "nothing_to_redo")
    }

    var items: [EmojiID: Emoji] = [:]
    var background = Background.blank
    var canvas: Canvas?
    var top = 0
    var bottom = 0
    /// The highest counter that each client used.
    var counters: [Int: Int] = [:]
    /// What each client can take back and bring back.
    var steps: [Int: Steps] = [:]

    /// Makes the model of an empty document.
    package init() {}

    /// Takes the edit that has the revision, unless it is refused, which changes nothing.
    @discardableResult
    package mutating func take(_ request: Request, of client: Int, at revision: Int) -> Answer {
        var next = self
        do throws(Refused) {
            let answer = try next.answer(request, client, revision)
            self = next
            return answer
        } catch {
            return .refused(code: error.code)
        }
    }

    /// How the edit would be answered now.
    package func answer(to request: Request, of client: Int) -> Answer {
        var copy = self
        return copy.take(request, of: client, at: .max)
    }

    /// The emojis in drawing order, the lowest first (OP18).
    var order: [EmojiID] {
        items.sorted { ($0.value.z, $0.key) < ($1.value.z, $1.key) }.map(\.key)
    }

    /// What is different in a document; nil for nothing.
    package func difference(from document: Document) -> String? {
        guard document.emojis.count == items.count else {
            return "\(items.count) emojis should be there, not \(document.emojis.count)"
        }
        for (id, item) in items {
            guard let emoji = document.emojis[id] else { return "emoji \(id) is missing" }
            guard emoji == item else { return "\(id) should be \(item), not \(emoji)" }
        }
        guard document.drawingOrder.map(\.id) == order else { return "the order is another" }
        guard document.background == background else { return "the background is another" }
        guard document.canvas == canvas else { return "the canvas is another" }
        guard document.stackTop == top, document.stackBottom == bottom else {
            return "the stack should be \(bottom) to \(top)"
        }
        for (client, counter) in counters where document.counters[client] ?? 0 != counter {
            return "client \(client)'s counter should be \(counter)"
        }
        return nil
    }
}
