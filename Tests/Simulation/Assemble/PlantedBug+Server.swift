// What may be wrong in the order of edits, and in what members are told.
extension PlantedBug {
    static let order = [
        Draft(
            "a move goes half as far",
            Place(
                "Sync/DocumentSession+Edit.swift",
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
                "Sync/DocumentSession+Edit.swift",
                "state.history.next(direction, of: client) else",
                "state.history.next(direction, of: PLANTED ? client ^ 3 : client) else"
            )
        ),
        Draft(
            "an edit has no effect",
            Place(
                "Sync/DocumentSession+Edit.swift",
                "try state.document.apply(requested) }",
                "try state.document.apply(PLANTED && seq % 7 == 0 ? .none : requested) }"
            )
        ),
        Draft(
            "a seq is refused with the code of another",
            Place(
                "Sync/DocumentSession+Edit.swift",
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
                "        commit(.refusal(",
                "        if !PLANTED { commit(.refusal("
            ),
            Place(
                "Sync/DocumentSession+Edit.swift",
                "seq: seq, code: code))\n        let refusal",
                "seq: seq, code: code)) }\n        let refusal"
            )
        ),
        Draft(
            "an edit that is sent again is applied again",
            Place(
                "Sync/DocumentSession+Edit.swift",
                "        if seq <= lastSeq {\n",
                "        if seq <= lastSeq, !PLANTED || clients[client]?[seq] == nil {\n"
            ),
            Place(
                "Sync/DocumentSession+Edit.swift",
                "guard seq == lastSeq + 1 else",
                "guard PLANTED || seq == lastSeq + 1 else"
            )
        ),
        Draft(
            "a member that resumes misses an edit",
            Place(
                "Sync/DocumentSession+Join.swift",
                "after: snapshot?.revision ?? hello.position?.revision ?? 0",
                """
                after: snapshot?.revision
                    ?? min(state.revision, (hello.position?.revision ?? 0) + (PLANTED ? 1 : 0))
                """
            )
        ),
        Draft(
            "the edits since an older snapshot are not told",
            Place(
                "Sync/DocumentSession+Snapshot.swift",
                "mayGoOn(from: snapshot) { return snapshot }",
                """
                mayGoOn(from: snapshot) {
                            return PLANTED
                                ? Snapshot(position: position, parts: snapshot.parts) : snapshot
                        }
                """
            )
        ),
        Draft(
            "another history is taken for this one",
            Place(
                "Sync/DocumentSession+Join.swift",
                "return position.chain == chain ?",
                "return PLANTED || position.chain == chain ?"
            )
        ),
        Draft(
            "the late end of an old connection ends the new one",
            Place(
                "Sync/DocumentSession+Join.swift",
                "                leave(older)\n",
                "                if !PLANTED { leave(older) }\n"
            ),
            Place(
                "Sync/DocumentSession+Join.swift",
                "memberOfClient[client] == number",
                "PLANTED || memberOfClient[client] == number"
            )
        ),
        Draft(
            "who leaves stays in view",
            Place(
                "Sync/DocumentSession+Join.swift",
                "if member.isWelcomed {",
                "if member.isWelcomed, !PLANTED {"
            )
        ),
        Draft(
            "a client is not told that its undo steps are gone",
            Place(
                "Sync/DocumentSession+Edit.swift",
                "        for client in forgotten {",
                "        for client in forgotten where !PLANTED {"
            )
        ),
        Draft(
            "the news of a member that waits for an answer are forgotten",
            Place(
                "Sync/DocumentSession+Presence.swift",
                "        newsworthy.subtract(talkers)\n",
                "        if PLANTED { newsworthy = [] } else { newsworthy.subtract(talkers) }\n"
            )
        ),
    ]
}
