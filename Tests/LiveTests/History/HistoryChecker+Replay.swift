extension HistoryChecker {
    /// Goes through the edits in their order, with an own model of the document.
    mutating func replay() {
        var canvas = HistoryCanvas()
        var authors = Authors(attempts, edits)
        let statesAt = Dictionary(grouping: states, by: \.revision)
        check(statesAt[0], canvas, 0, "b")
        for revision in 1..<max(lastRevision, highestAcknowledged) + 1 {
            guard let edit = edits[revision] else {
                violate("c", "revision \(revision) was seen by no observer")
                continue
            }
            attribute(edit, at: revision, canvas, &authors)
            let effective = canvas.effective(edit.operation)
            if effective != edit.operation {
                violate(
                    "g",
                    "revision \(revision) is \(edit.operation), but here only "
                        + "\(effective) is possible"
                )
            }
            canvas.apply(edit.operation)
            if let checksum = edit.checksum, checksum != canvas.checksum {
                violate(
                    "g",
                    "after revision \(revision), \(edit.operation), the checksum is "
                        + "\(checksum), not \(canvas.checksum)"
                )
            }
            check(statesAt[revision], canvas, revision, "b")
        }
        for (revision, states) in statesAt where revision > lastRevision {
            violate("b", "\(states[0].who) has a state of revision \(revision), after the last")
        }
        check(finals, canvas, lastRevision, "h")
        checkRefusals(authors.numbers)
    }

    /// Rule (e): an `add` is refused when an id of it carries another number than its author's, and
    /// nothing else is.
    private mutating func checkRefusals(_ numbers: [String: Int]) {
        for attempt in attempts {
            guard case .refused(let code) = attempt.answer else { continue }
            let ids = (attempt.operation.emojis ?? []).compactMap { $0.id.flatMap { ID($0) } }
            // Of a client without an accepted edit nobody has seen the number.
            let number = numbers[attempt.who] ?? -1
            if code != "foreign_id" || !ids.contains(where: { $0.client != number }) {
                violate("e", "\(attempt.name), \(attempt.operation), was refused \(code)")
            }
        }
        for (revision, edit) in edits.sorted(by: { $0.key < $1.key }) {
            let ids = (edit.operation.emojis ?? []).compactMap { $0.id.flatMap { ID($0) } }
            if ids.contains(where: { $0.client != edit.client }) {
                violate("e", "revision \(revision) adds \(ids) for client \(edit.client)")
            }
        }
    }

    private typealias ID = HistoryCanvas.ID

    private var highestAcknowledged: Int {
        attempts.reduce(0) { highest, attempt in
            guard case .acknowledged(let revision, _, _) = attempt.answer else { return highest }
            return max(highest, revision)
        }
    }

    private mutating func check(
        _ states: [State]?,
        _ canvas: HistoryCanvas,
        _ revision: Int,
        _ rule: Character
    ) {
        guard let states, !states.isEmpty else { return }
        let (drawn, checksum) = (canvas.drawn, canvas.checksum)
        for state in states {
            if state.revision != revision {
                violate(rule, "\(state.who) is at revision \(state.revision), not \(revision)")
            } else if state.emojis != drawn {
                let odd = zip(state.emojis, drawn).first { $0 != $1 }
                violate(
                    rule,
                    "\(state.who) has another state at revision \(revision): "
                        + "\(state.emojis.count) emojis, not \(drawn.count); "
                        + (odd.map { "\($0.0), not \($0.1)" } ?? "the others are equal")
                )
            } else if let other = state.checksum, other != checksum {
                violate(
                    rule,
                    "\(state.who) has checksum \(other) at revision \(revision), not "
                        + checksum
                )
            }
        }
    }
}

extension HistoryChecker {
    /// Who is who: the numbers of the clients by name, and the attempts that edits may be of.
    struct Authors {
        /// The attempt that was acknowledged at a revision.
        fileprivate var acknowledged: [Int: Int] = [:]
        /// Attempts without an answer, by client, in their order.
        fileprivate var unknown: [String: [Int]] = [:]
        fileprivate var refused: [Int] = []
        fileprivate var numbers: [String: Int] = [:]

        /// The numbers are those of the first edits that were acknowledged: what two clients ask
        /// for in the same words, as to delete an emoji, tells nothing of who of them did it.
        fileprivate init(_ attempts: [Attempt], _ edits: [Int: Edit]) {
            for (index, attempt) in attempts.enumerated() {
                switch attempt.answer {
                case .none: unknown[attempt.who, default: []].append(index)
                case .refused: refused.append(index)
                case .acknowledged(let revision, _, _):
                    acknowledged[revision] = index
                    if let edit = edits[revision], numbers[attempt.who] == nil {
                        numbers[attempt.who] = edit.client
                    }
                }
            }
        }

        /// The clients of which an edit may be, those first of which the number is known.
        fileprivate func candidates(for author: Int) -> [String] {
            let names = unknown.keys.sorted()
            return names.filter { numbers[$0] == author } + names.filter { numbers[$0] == nil }
        }
    }

    /// Finds the attempt that an edit came from: rules (c), (e) and (f).
    private mutating func attribute(
        _ edit: Edit,
        at revision: Int,
        _ canvas: HistoryCanvas,
        _ authors: inout Authors
    ) {
        if let index = authors.acknowledged[revision] {
            return confirm(index, edit, revision, canvas, &authors)
        }
        for who in authors.candidates(for: edit.client) {
            let candidates = authors.unknown[who] ?? []
            guard
                let place = candidates.firstIndex(where: { index in
                    Self.isSame(attempts[index].operation, nil, edit, canvas)
                })
            else { continue }
            attempts[candidates[place]].revision = revision
            if authors.numbers[who] == nil {
                authors.unknown[who]?.remove(at: place)
            } else {
                // Edits of a client keep their order: what is before this one will not come.
                authors.unknown[who] = Array(candidates[(place + 1)...])
            }
            return
        }
        let description = "revision \(revision), \(edit.operation) of client \(edit.client)"
        if let index = authors.refused.first(where: { isOf($0, edit, canvas) }) {
            violate("e", "\(attempts[index].name) was refused, and is at \(description)")
        } else if let index = attempts.indices.first(where: { isOf($0, edit, canvas) }) {
            violate(
                "f",
                "\(attempts[index].name), at \(attempts[index].revision ?? 0), is again "
                    + "at \(description)"
            )
        } else {
            violate("f", "nobody made \(description)")
        }
    }

    /// An acknowledged edit is what its client asked for.
    private mutating func confirm(
        _ index: Int,
        _ edit: Edit,
        _ revision: Int,
        _ canvas: HistoryCanvas,
        _ authors: inout Authors
    ) {
        let attempt = attempts[index]
        guard case .acknowledged(_, let seq, let ids) = attempt.answer else { return }
        attempts[index].revision = revision
        if let number = authors.numbers[attempt.who], number != edit.client {
            violate(
                "c",
                "\(attempt.name) is at revision \(revision) as one of client "
                    + "\(edit.client), not \(number)"
            )
        }
        if let seq, seq != edit.seq {
            violate("c", "\(attempt.name) has seq \(seq), at revision \(revision) is \(edit.seq)")
        }
        if !Self.isSame(attempt.operation, ids, edit, canvas) {
            violate(
                "c",
                "\(attempt.name), \(attempt.operation), was acknowledged at revision "
                    + "\(revision), where there is \(edit.operation)"
            )
        }
    }

    private func isOf(_ index: Int, _ edit: Edit, _ canvas: HistoryCanvas) -> Bool {
        edit.operation != .none && Self.isSame(attempts[index].operation, nil, edit, canvas)
    }

    /// Whether an edit is what an operation comes to on a canvas; ids that the client's program
    /// gave are those of the answer, or its author's.
    private static func isSame(
        _ operation: HistoryOperation,
        _ ids: [String]?,
        _ edit: Edit,
        _ canvas: HistoryCanvas
    ) -> Bool {
        var effective = canvas.effective(operation)
        let found = edit.operation.emojis ?? []
        if let emojis = effective.emojis, emojis.count == found.count {
            for (index, emoji) in emojis.enumerated() where emoji.id == nil {
                let id = found[index].id
                guard id?.hasPrefix("\(edit.client).") == true else { return false }
                effective.emojis?[index].id = id
            }
        }
        if let ids, ids != found.compactMap(\.id) { return false }
        return effective == edit.operation
    }
}
