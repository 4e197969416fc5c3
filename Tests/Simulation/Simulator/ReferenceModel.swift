import EmojiArt
import Wire

/// What a document must hold after its edits, by other code than the document's own.
///
/// It takes the operations as the server answered them, cut to what they did.
struct ReferenceModel {
    /// An emoji, as plain numbers.
    struct Item: Equatable {
        var text: String
        var x: Int
        var y: Int
        var size: Int
        var z: Int
    }

    private(set) var items: [EmojiID: Item] = [:]
    private(set) var background: Background = .blank
    private(set) var canvas: Canvas?
    private var top = 0
    private var bottom = 0

    /// Takes the next edit; returns what is impossible about it.
    mutating func take(_ edit: ServerMessage.Edit) -> String? {
        switch edit.operation {
        case .none: return nil
        case .add(let new): return add(new)
        case .move(let ids, let dx, let dy):
            return change(ids) { item in
                item.x += dx
                item.y += dy
            }
        case .scale(let ids, let factor):
            return change(ids) { item in
                let (n, d) = (factor.numerator, factor.denominator)
                let scaled = (2 * item.size * n + d) / (2 * d)
                item.size = min(max(scaled, 1), 10_000)
            }
        case .delete(let ids):
            for id in ids where items.removeValue(forKey: id) == nil { return "deletes \(id)" }
            return nil
        case .arrange(let ids, let place): return arrange(ids, place)
        case .background(let new):
            background = new
            return nil
        case .canvas(let new):
            canvas = new
            return nil
        case .restore(let emojis):
            for emoji in emojis {
                guard items.updateValue(Item(emoji), forKey: emoji.id) == nil else {
                    return "restores \(emoji.id), which is there"
                }
                set(emoji.id, emoji.z)
            }
            return nil
        case .resize(let sizes):
            for size in sizes {
                guard items[size.id] != nil else { return "resizes \(size.id)" }
                items[size.id]?.size = size.value
            }
            return nil
        case .restack(let places):
            for place in places {
                guard items[place.id] != nil else { return "restacks \(place.id)" }
                set(place.id, place.value)
            }
            return nil
        }
    }

    /// What is different in a document; nil for nothing.
    func difference(from document: Document) -> String? {
        guard document.emojis.count == items.count else {
            return "\(items.count) emojis should be there, not \(document.emojis.count)"
        }
        for (id, item) in items {
            guard let emoji = document.emojis[id] else { return "emoji \(id) is missing" }
            guard Item(emoji) == item else { return "\(id) should be \(item), not \(Item(emoji))" }
        }
        guard document.background == background else { return "the background is another" }
        return document.canvas == canvas ? nil : "the canvas is another"
    }

    private mutating func add(_ new: [NewEmoji]) -> String? {
        for emoji in new {
            let item = Item(text: emoji.text.string, x: emoji.x, y: emoji.y, size: emoji.size, z: 0)
            guard items.updateValue(item, forKey: emoji.id) == nil else {
                return "adds \(emoji.id) twice"
            }
            set(emoji.id, top + 1)
        }
        return nil
    }

    private mutating func set(_ id: EmojiID, _ z: Int) {
        items[id]?.z = z
        top = max(top, z)
        bottom = min(bottom, z)
    }

    private mutating func change(_ ids: [EmojiID], _ body: (inout Item) -> Void) -> String? {
        for id in ids {
            guard var item = items[id] else { return "changes \(id), which is not there" }
            body(&item)
            items[id] = item
        }
        return nil
    }

    /// As section 6 of the protocol's page writes it.
    private mutating func arrange(_ ids: [EmojiID], _ place: Operation.Arrangement) -> String? {
        for id in ids where items[id] == nil { return "arranges \(id), which is not there" }
        let named = Set(ids)
        let before = order
        switch place {
        case .front: for id in before where named.contains(id) { set(id, top + 1) }
        case .back: for id in before.reversed() where named.contains(id) { set(id, bottom - 1) }
        case .forward, .backward:
            var after = before
            if place == .forward {
                for i in stride(from: after.count - 2, through: 0, by: -1)
                where named.contains(after[i]) && !named.contains(after[i + 1]) {
                    after.swapAt(i, i + 1)
                }
            } else {
                for i in stride(from: 1, to: after.count, by: 1)
                where named.contains(after[i]) && !named.contains(after[i - 1]) {
                    after.swapAt(i, i - 1)
                }
            }
            let keys = before.map { items[$0]?.z ?? 0 }
            var last = Int.min
            for (id, key) in zip(after, keys) {
                last = last == .min ? key : max(key, last + 1)
                if items[id]?.z != last { set(id, last) }
            }
        }
        return nil
    }

    private var order: [EmojiID] {
        items.sorted { ($0.value.z, $0.key) < ($1.value.z, $1.key) }.map(\.key)
    }
}

extension ReferenceModel.Item {
    fileprivate init(_ emoji: Emoji) {
        self.init(text: emoji.text.string, x: emoji.x, y: emoji.y, size: emoji.size, z: emoji.z)
    }
}
