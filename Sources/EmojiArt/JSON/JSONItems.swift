/// The places of an array's items, or of an object's values, in the order of the text.
package struct JSONItems: Sequence, IteratorProtocol {
    /// How many are left.
    package private(set) var count: Int
    private var place: Int
    private let nodes: [JSONNode]

    init(of index: Int, in nodes: [JSONNode]) {
        count = nodes[index].count
        place = index + 1
        self.nodes = nodes
    }

    /// How many are left.
    package var underestimatedCount: Int { count }

    /// Goes on to the next.
    package mutating func next() -> Int? {
        guard count > 0 else { return nil }
        let item = place
        place = nodes[item].next
        count -= 1
        return item
    }
}
