// What may be wrong in the order of edits, and in what members are told.
extension PlantedBug {
    static let order = [
        Draft(
            "a move goes half as far",
            Place(
                "Sync/Ledger.swift",
                "            requested = operation\n",
                """
                            if PLANTED, case .move(let ids, let dx, let dy) = operation {
                                requested = .move(ids: ids, dx: dx / 2, dy: dy / 2)
                            } else {
                                requested = operation
                            }

                """
            )
        ),
        Draft(
            "an undo takes back another's edit",
            Place(
                "Sync/Ledger.swift",
                "state.history.next(direction, of: client) else",
                "state.history.next(direction, of: PLANTED ? client ^ 3 : client) else"
            )
        ),
        Draft(
            "an edit has no effect",
            Place(
                "Sync/Ledger.swift",
                "try state.document.apply(requested) }",
                "try state.document.apply(PLANTED && seq % 7 == 0 ? .none : requested) }"
            )
        ),
        Draft(
            "a seq is refused with the code of another",
            Place(
                "Sync/Ledger.swift",
                "                throw .foreignID\n",
                "                throw PLANTED ? .idTaken : .foreignID\n"
            )
        ),
    ]

    static let session = [
        Draft(
            "a refusal is not stored",
            Place(
                "Sync/DocumentSession+Edit.swift",
                "gate.submit(.refusal(client: client, seq: seq, code: error), &effects)",
                """
                if !PLANTED {
                    gate.submit(.refusal(client: client, seq: seq, code: error), &effects)
                }
                """
            )
        ),
        Draft(
            "an edit that is sent again is applied again",
            Place(
                "Sync/Ledger.swift",
                "        if seq <= last {",
                "        if seq <= last, !PLANTED || answers[client]?[seq] == nil {"
            ),
            Place(
                "Sync/Ledger.swift",
                "return seq == last + 1 ?",
                "return PLANTED || seq == last + 1 ?"
            )
        ),
        Draft(
            "a member that resumes misses an edit",
            Place(
                "Sync/DocumentSession+Join.swift",
                ".resumed(after: position.revision)",
                ".resumed(after: min(revision, position.revision + (PLANTED ? 1 : 0)))"
            )
        ),
        Draft(
            "the edits since an older snapshot are not told",
            Place(
                "Sync/Snapshots.swift",
                "            {\n                return latest\n",
                """
                            {
                                let (now, parts) = (draft.position, latest.parts)
                                return PLANTED ? Snapshot(position: now, parts: parts) : latest

                """
            )
        ),
        Draft(
            "another history is taken for this one",
            Place(
                "Sync/Ledger.swift",
                "return position.chain == chain ?",
                "return PLANTED || position.chain == chain ?"
            )
        ),
        Draft(
            "the late end of an old connection ends the new one",
            Place(
                "Sync/DocumentSession+Join.swift",
                "            leave(older)\n",
                "            if !PLANTED { leave(older) }\n"
            ),
            Place(
                "Sync/Roster.swift",
                "if memberOfClient[client] == number",
                "if PLANTED || memberOfClient[client] == number"
            )
        ),
        Draft(
            "who leaves stays in view",
            Place(
                "Sync/SharedPresence.swift",
                "        left.append(number)",
                "        if !PLANTED { left.append(number) }"
            )
        ),
        Draft(
            "a client is not told that its undo steps are gone",
            Place(
                "Sync/DocumentSession+Edit.swift",
                "        for client in accepted.forgotten {",
                "        for client in accepted.forgotten where !PLANTED {"
            )
        ),
        Draft(
            "the news of a member that waits for an answer are forgotten",
            Place(
                "Sync/SharedPresence.swift",
                "        newsworthy.subtract(talkers)\n",
                "        if PLANTED { newsworthy = [] } else { newsworthy.subtract(talkers) }\n"
            )
        ),
    ]
}
