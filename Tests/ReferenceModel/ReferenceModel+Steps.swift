import EmojiArt

// Undo and redo: the rules UN1 to UN14 of the protocol's page.
extension ReferenceModel {
    /// A number of an emoji, its size or z, before and after an edit.
    struct Value {
        let id: EmojiID
        let before: Int
        let after: Int

        var assignment: Operation.Assignment { Operation.Assignment(id: id, value: after) }
    }

    /// What an edit did.
    enum Change {
        case came([EmojiID])
        case went([Emoji])
        case moved([EmojiID], dx: Int, dy: Int)
        case sized([Value], factor: (n: Int, d: Int))
        case stacked([Value])
        case background(Background, Background)
        case canvas(Canvas?, Canvas?)
        case replaced(Swap)

        /// Emojis that it names: any change counts as one at least, and so do 128 bytes of URLs.
        var cost: Int {
            switch self {
            case .came(let ids), .moved(let ids, _, _): ids.count
            case .went(let emojis): emojis.count
            case .sized(let values, _), .stacked(let values): values.count
            case .background(let before, let after):
                1 + [before, after].reduce(0) { sum, background in
                    if case .url(let url) = background { sum + url.string.utf8.count } else { sum }
                } / Limits.undoItemBytes
            case .canvas: 1
            case .replaced(let swap): swap.cost
            }
        }
    }

    /// One edit of a client.
    struct Step {
        /// Where it is in the order, and what it was.
        let revision: Int
        let name: String
        /// What was done last: by itself, or by the latest undo or redo of it.
        let change: Change
    }

    /// The edits of one client, the latest last.
    struct Steps {
        var undo: [Step] = []
        var redo: [Step] = []
        /// When it last made, took back or brought back one.
        var touched = 0

        var cost: Int { (undo + redo).reduce(0) { $0 + $1.change.cost } }
    }

    /// What the client's next undo and redo are about.
    package func names(of client: Int) -> [String?] {
        [steps[client]?.undo.last?.name, steps[client]?.redo.last?.name]
    }

    mutating func answer(
        _ request: Request,
        _ client: Int,
        _ revision: Int
    ) throws(Refused) -> Answer {
        var own = steps[client] ?? Steps()
        let step: Step?
        let effect: Effect
        switch request {
        case .operation(let operation):
            step = nil
            effect = try perform(operation, of: client)
            // UN10: an edit without effect is no step.
            guard let change = effect.change else { return .accepted(.none, original: nil) }
            own.redo = []
            let name = effect.operation.name
            own.undo.append(Step(revision: revision, name: name, change: change))
        case .revert(let past):
            step = nil
            effect = try perform(.replace(self.difference(towards: past)), of: client)
            guard let change = effect.change else { return .accepted(.none, original: nil) }
            own.redo = []
            own.undo.append(Step(revision: revision, name: "replace", change: change))
        case .undo:
            guard let last = own.undo.popLast() else { throw .nothingToUndo }
            step = last
            effect = try perform(inverse(of: last.change), of: client)
            own.redo += again(last, after: effect)
        case .redo:
            guard let last = own.redo.popLast() else { throw .nothingToRedo }
            step = last
            effect = try perform(inverse(of: last.change), of: client)
            own.undo += again(last, after: effect)
        }
        own.touched = revision
        forget(&own)
        steps[client] = own
        forgetStillest()
        return .accepted(effect.operation, original: step?.revision)
    }

    /// UN8: an undo or a redo without effect ends its step.
    ///
    /// UN9: the next goes back by its factor.
    private func again(_ step: Step, after effect: Effect) -> [Step] {
        guard var change = effect.change else { return [] }
        if case .sized(let values, _) = change, case .sized(_, let factor) = step.change {
            change = .sized(values, factor: (factor.d, factor.n))
        }
        return [Step(revision: step.revision, name: step.name, change: change)]
    }

    /// UN3 to UN7: what takes a change back, as things stand now.
    private func inverse(of change: Change) -> Operation {
        switch change {
        case .came(let ids): return .delete(ids: ids)
        case .went(let emojis): return .restore(emojis)
        case .moved(let ids, let dx, let dy): return .move(ids: ids, dx: -dx, dy: -dy)
        case .sized(let values, let factor):
            return .resize(
                values.compactMap { value in
                    guard let size = items[value.id]?.size else { return nil }
                    let divided = Self.scaled(size, by: (factor.d, factor.n))
                    let target = size == value.after ? value.before : divided
                    return Operation.Assignment(id: value.id, value: target)
                }
            )
        case .stacked(let values):
            return .restack(
                values.filter { items[$0.id]?.z == $0.after }
                    .map { Operation.Assignment(id: $0.id, value: $0.before) }
            )
        case .background(let before, let after):
            return background == after ? .background(before) : .none
        case .canvas(let before, let after): return canvas == after ? .canvas(before) : .none
        case .replaced(let swap): return inverse(of: swap)
        }
    }

    /// UN11: the oldest go first, and one may name more.
    private func forget(_ own: inout Steps) {
        while own.undo.count > Limits.undoStepsMax
            || own.undo.count > 1 && own.cost > Limits.undoItemsMax
        {
            own.undo.removeFirst()
        }
    }

    /// UN12: who was still for longest loses all.
    private mutating func forgetStillest() {
        while steps.values.reduce(0, { $0 + $1.cost }) > Limits.undoItemsPerDocumentMax,
            let stillest = steps.min(by: { $0.value.touched < $1.value.touched })
        {
            steps.removeValue(forKey: stillest.key)
        }
    }
}
