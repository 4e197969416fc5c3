import Synchronization

/// What several threads collect together.
final class Tally<Item: Sendable>: Sendable {
    private let collected = Mutex<[Item]>([])

    var items: [Item] { collected.withLock { $0 } }

    /// Adds one; how many there are with it.
    @discardableResult
    func add(_ item: Item) -> Int {
        collected.withLock { items in
            items.append(item)
            return items.count
        }
    }
}
