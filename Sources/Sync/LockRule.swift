public import EmojiArt
public import Wire

/// Locks of a document: regions and emojis that nobody but its owners changes.
///
/// What a rule is made of, and useful as it is: an edit that names locked emojis is applied to the
/// others that it names; nothing is added, moved or brought back into a locked region.
public struct LockRule: EditRule {
    /// A rectangle of the canvas, its edges included.
    public struct Region: Equatable, Sendable {
        /// The least and the greatest x.
        public let x: ClosedRange<Int>
        /// The least and the greatest y.
        public let y: ClosedRange<Int>

        /// Makes a region.
        public init(x: ClosedRange<Int>, y: ClosedRange<Int>) {
            self.x = x
            self.y = y
        }

        func contains(x: Int, y: Int) -> Bool { self.x.contains(x) && self.y.contains(y) }
    }

    /// The locks of one document.
    public struct Locks: Equatable, Sendable {
        /// Nothing that is in one of them changes, and nothing comes in.
        public var regions: [Region]
        /// Emojis that stay as they are.
        public var emojis: Set<EmojiID>
        /// Whether background and bounds stay as they are.
        public var hasFixedBackground: Bool

        /// Makes locks.
        public init(
            regions: [Region] = [],
            emojis: Set<EmojiID> = [],
            hasFixedBackground: Bool = false
        ) {
            self.regions = regions
            self.emojis = emojis
            self.hasFixedBackground = hasFixedBackground
        }
    }

    private let locks: [DocumentName: Locks]

    /// Makes a rule of the locks of some documents.
    public init(_ locks: [DocumentName: Locks]) { self.locks = locks }

    /// Leaves out what is locked; refuses an edit of which nothing is left.
    ///
    /// - Complexity: O(emojis that the edit names × regions).
    public func judge(_ operation: Operation, in context: EditContext) -> EditVerdict {
        guard let locks = locks[context.name], context.access?.role != .owner else {
            return .accept
        }
        let free = locks.free(operation, of: context.document)
        if free == operation { return .accept }
        guard let free else { return .refuse }
        return .replace(free)
    }
}

extension LockRule.Locks {
    /// What of an operation the locks leave; nil for nothing.
    fileprivate func free(_ operation: Operation, of document: Document) -> Operation? {
        switch operation {
        case .add(let new):
            let free = new.filter { !isLocked(x: $0.x, y: $0.y) }
            return free.isEmpty ? nil : .add(free)
        case .move(let ids, let dx, let dy):
            // All keep their distances: one that would go in there keeps the others back as well.
            let free = ids.filter { !isLocked($0, of: document) }
            let isBlocked = free.contains { id in
                document.emojis[id].map { isLocked(x: $0.x + dx, y: $0.y + dy) } ?? false
            }
            return free.isEmpty || isBlocked ? nil : .move(ids: free, dx: dx, dy: dy)
        case .scale(let ids, let factor):
            return some(ids, of: document).map { .scale(ids: $0, factor: factor) }
        case .delete(let ids): return some(ids, of: document).map { .delete(ids: $0) }
        case .arrange(let ids, let place):
            return some(ids, of: document).map { .arrange(ids: $0, to: place) }
        case .background, .canvas: return hasFixedBackground ? nil : operation
        case .restore(let restored):
            let free = restored.filter { !emojis.contains($0.id) && !isLocked(x: $0.x, y: $0.y) }
            return free.isEmpty ? nil : .restore(free)
        case .resize(let items):
            let free = items.filter { !isLocked($0.id, of: document) }
            return free.isEmpty ? nil : .resize(free)
        case .restack(let items):
            let free = items.filter { !isLocked($0.id, of: document) }
            return free.isEmpty ? nil : .restack(free)
        case .replace: return nil
        case .none: return operation
        }
    }

    private func some(_ ids: [EmojiID], of document: Document) -> [EmojiID]? {
        let free = ids.filter { !isLocked($0, of: document) }
        return free.isEmpty ? nil : free
    }

    private func isLocked(_ id: EmojiID, of document: Document) -> Bool {
        if emojis.contains(id) { return true }
        return document.emojis[id].map { isLocked(x: $0.x, y: $0.y) } ?? false
    }

    private func isLocked(x: Int, y: Int) -> Bool {
        regions.contains { $0.contains(x: x, y: y) }
    }
}
