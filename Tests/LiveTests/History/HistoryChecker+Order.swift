extension HistoryChecker {
    /// Rule (d): a client's answers ascend, and nothing comes before what was seen earlier.
    mutating func checkOrder() {
        var highest: [String: (revision: Int, name: String)] = [:]
        var taken: [Int: String] = [:]
        for attempt in attempts {
            guard case .acknowledged(let revision, _, _) = attempt.answer else { continue }
            if let other = taken[revision] {
                violate("c", "\(attempt.name) and \(other) are both at revision \(revision)")
            }
            taken[revision] = attempt.name
            if let before = highest[attempt.who], before.revision >= revision {
                violate(
                    "d",
                    "\(attempt.name) is at \(revision), \(before.name) before it at "
                        + "\(before.revision)"
                )
            }
            highest[attempt.who] = (revision, attempt.name)
            if revision <= attempt.after {
                violate(
                    "d",
                    "\(attempt.name) is at \(revision), and was made when revision "
                        + "\(attempt.after) had been seen"
                )
            }
        }
    }

    /// Rules (c) and (f): no edit is there twice.
    mutating func checkRepeats() {
        struct Source: Hashable {
            let author: Int
            let seq: Int
        }
        var found: [Source: Int] = [:]
        var added: [String: Int] = [:]
        for revision in edits.keys.sorted() {
            guard let edit = edits[revision] else { continue }
            let source = Source(author: edit.author, seq: edit.seq)
            if let first = found[source] {
                violate(
                    "c",
                    "seq \(edit.seq) of client \(edit.author) is at revisions \(first) "
                        + "and \(revision)"
                )
            }
            found[source] = revision
            for id in (edit.operation.emojis ?? []).compactMap(\.id) {
                if let first = added[id] {
                    violate("c", "\(id) is added at revisions \(first) and \(revision)")
                }
                added[id] = revision
            }
        }
    }
}
