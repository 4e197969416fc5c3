import EmojiArt

/// A slow second opinion on `Document.apply` for what clients ask for.
///
/// It knows nothing of z keys, checksums and ids in order: the drawing order is an array, a
/// position is a start and the moves since, and a size is divided with its remainder.
struct ReferenceDocument {
    struct Item: Equatable {
        let id: EmojiID
        let text: String
        var start: [Int]
        var moves: [[Int]] = []
        var size: Int

        var position: [Int] { [0, 1].map { axis in moves.reduce(start[axis]) { $0 + $1[axis] } } }
    }

    private(set) var items: [Item] = []
    private(set) var background = Background.blank
    private(set) var canvas: Canvas?

    /// Applies an operation that the document accepted.
    mutating func apply(_ operation: Operation) {
        switch operation {
        case .add(let emojis):
            items += emojis.map {
                Item(id: $0.id, text: $0.text.string, start: [$0.x, $0.y], size: $0.size)
            }
        case .move(let ids, let dx, let dy):
            let step = [room(for: dx, axis: 0, of: ids), room(for: dy, axis: 1, of: ids)]
            for index in items.indices where ids.contains(items[index].id) {
                items[index].moves.append(step)
            }
        case .scale(let ids, let factor):
            for index in items.indices where ids.contains(items[index].id) {
                items[index].size = scaled(items[index].size, by: factor)
            }
        case .delete(let ids): items.removeAll { ids.contains($0.id) }
        case .arrange(let ids, let place): arrange(ids, to: place)
        case .background(let new): background = new
        case .canvas(let new): canvas = new
        case .restore, .resize, .restack, .none: break
        }
    }

    /// Takes over the state of a document after an operation that only a server writes.
    mutating func follow(_ document: Document) {
        items = document.drawingOrder.map {
            Item(id: $0.id, text: $0.text.string, start: [$0.x, $0.y], size: $0.size)
        }
    }

    /// Whether the document looks the same.
    func matches(_ document: Document) -> Bool {
        let emojis = document.drawingOrder
        return background == document.background && canvas == document.canvas
            && items.map(\.id) == emojis.map(\.id)
            && items.map(\.text) == emojis.map(\.text.string)
            && items.map(\.size) == emojis.map(\.size)
            && items.map(\.position) == emojis.map { [$0.x, $0.y] }
    }

    /// The part of a delta that every member of the group can go.
    private func room(for delta: Int, axis: Int, of ids: [EmojiID]) -> Int {
        let side = axis == 0 ? canvas?.width : canvas?.height
        let edge = side.map { $0 / 2 } ?? Limits.coordinateMax
        let sign = delta.signum()
        let rooms = items.filter { ids.contains($0.id) }
            .map { max(0, edge - sign * $0.position[axis]) }
        return sign * min(abs(delta), rooms.min() ?? 0)
    }

    private func scaled(_ size: Int, by factor: ScaleFactor) -> Int {
        let (whole, rest) = (size * factor.numerator)
            .quotientAndRemainder(dividingBy: factor.denominator)
        let isUp = rest >= factor.denominator - rest
        return min(max(isUp ? whole + 1 : whole, 1), 10_000)
    }

    private mutating func arrange(_ ids: [EmojiID], to place: Operation.Arrangement) {
        let chosen = items.filter { ids.contains($0.id) }
        let others = items.filter { !ids.contains($0.id) }
        switch place {
        case .front: items = others + chosen
        case .back: items = chosen + others
        case .forward: items = steppedUp(items, ids)
        case .backward: items = steppedUp(items.reversed(), ids).reversed()
        }
    }

    /// Each run of chosen items lets the one item above it pass.
    private func steppedUp(_ items: [Item], _ ids: [EmojiID]) -> [Item] {
        var result: [Item] = []
        var run: [Item] = []
        for item in items {
            if ids.contains(item.id) {
                run.append(item)
            } else {
                result.append(item)
                result += run
                run = []
            }
        }
        return result + run
    }
}
