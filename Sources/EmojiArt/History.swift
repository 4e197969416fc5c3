/// What each client can undo and redo in a document.
///
/// It is part of the document's state on the server: it is a pure function of the edits, is stored
/// in snapshots, and so survives a reload, a crash and a change of device.
public struct History: Equatable, Sendable {
    /// One of a client's own edits that can be undone, or redone.
    public struct Entry: Equatable, Sendable {
        /// The revision of the client's edit that this takes back, or brings back.
        public let revision: Int
        /// The name of that edit's operation, to show.
        public let name: String
        /// What takes the latest effect back.
        public let step: UndoStep

        /// Makes an entry.
        public init(revision: Int, name: String, step: UndoStep) {
            self.revision = revision
            self.name = name
            self.step = step
        }
    }

    /// The steps of one client, the latest last.
    public struct Stacks: Equatable, Sendable {
        /// Edits that can be undone.
        public internal(set) var undo: [Entry]
        /// Edits that were undone and can be redone.
        public internal(set) var redo: [Entry]
        /// The revision at which the client last changed this.
        public internal(set) var touched: Int
        /// Emojis that all the steps name.
        private(set) var itemCount: Int

        /// Makes stacks, the latest entry last.
        public init(undo: [Entry] = [], redo: [Entry] = [], touched: Int = 0) {
            self.undo = undo
            self.redo = redo
            self.touched = touched
            itemCount = (undo + redo).reduce(0) { $0 + $1.step.itemCount }
        }

        mutating func push(_ entry: Entry, for direction: Direction) {
            itemCount += entry.step.itemCount
            switch direction {
            case .undo: undo.append(entry)
            case .redo: redo.append(entry)
            }
        }

        mutating func pop(for direction: Direction) -> Entry? {
            let entry =
                switch direction {
                case .undo: undo.popLast()
                case .redo: redo.popLast()
                }
            itemCount -= entry?.step.itemCount ?? 0
            return entry
        }

        mutating func forgetRedo() {
            guard !redo.isEmpty else { return }
            itemCount -= redo.reduce(0) { $0 + $1.step.itemCount }
            redo = []
        }

        mutating func forgetOldest() {
            while undo.count > Limits.undoStepsMax
                || (undo.count > 1 && itemCount > Limits.undoItemsMax)
            {
                itemCount -= undo.removeFirst().step.itemCount
            }
        }
    }

    /// Which way an edit walks through a client's history.
    public enum Direction: String, Sendable {
        /// Takes back the latest own edit that is not undone yet.
        case undo
        /// Brings back the latest edit that was undone.
        case redo
    }

    /// The stacks by client number.
    public private(set) var clients: [Int: Stacks]
    private var itemCount: Int

    /// Makes a history.
    public init(clients: [Int: Stacks] = [:]) {
        self.clients = clients
        itemCount = clients.values.reduce(0) { $0 + $1.itemCount }
    }

    /// The entry that the client's next undo or redo takes; nil when there is none.
    public func next(_ direction: Direction, of client: Int) -> Entry? {
        switch direction {
        case .undo: clients[client]?.undo.last
        case .redo: clients[client]?.redo.last
        }
    }

    /// Records an edit of the client that was applied; nothing is left to redo then.
    ///
    /// Oldest steps go when `Limits` are passed.
    ///
    /// - Returns: other clients that lost all their steps.
    @discardableResult
    public mutating func record(_ entry: Entry, of client: Int) -> [Int] {
        change(client, at: entry.revision) { stacks in
            stacks.forgetRedo()
            stacks.push(entry, for: .undo)
        }
    }

    /// Records that the client's latest entry was undone or redone by the edit at `revision`.
    ///
    /// The step takes that back; it is nil when the undo had no effect, which ends the entry.
    ///
    /// - Returns: other clients that lost all their steps.
    @discardableResult
    public mutating func walk(
        _ direction: Direction,
        leaving step: UndoStep?,
        of client: Int,
        at revision: Int
    ) -> [Int] {
        change(client, at: revision) { stacks in
            guard
                let taken = stacks.pop(for: direction),
                let step = step?.keepingFactor(of: taken.step)
            else { return }
            stacks.push(
                Entry(revision: taken.revision, name: taken.name, step: step),
                for: direction == .undo ? .redo : .undo
            )
        }
    }

    private mutating func change(
        _ client: Int,
        at revision: Int,
        _ body: (inout Stacks) -> Void
    ) -> [Int] {
        var stacks = clients.removeValue(forKey: client) ?? Stacks()
        itemCount -= stacks.itemCount
        body(&stacks)
        stacks.touched = revision
        stacks.forgetOldest()
        itemCount += stacks.itemCount
        clients[client] = stacks
        var forgotten: [Int] = []
        while itemCount > Limits.undoItemsPerDocumentMax, let stillest = forgetStillest() {
            forgotten.append(stillest)
        }
        return forgotten
    }

    /// Drops the steps of the client that has been still for longest.
    ///
    /// Revisions are unique, so the choice does not depend on the order of a dictionary.
    private mutating func forgetStillest() -> Int? {
        guard let stillest = clients.min(by: { $0.value.touched < $1.value.touched }) else {
            return nil
        }
        itemCount -= stillest.value.itemCount
        clients.removeValue(forKey: stillest.key)
        return stillest.key
    }
}

extension UndoStep {
    /// A resize that came from an undo does not say by which factor: it is the opposite of the
    /// step that was undone.
    package func keepingFactor(of taken: UndoStep) -> UndoStep {
        guard case .resized(let changes, _) = self, case .resized(_, let factor) = taken else {
            return self
        }
        return .resized(changes, factor: factor.inverse)
    }
}
