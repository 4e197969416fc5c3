// What may be wrong on the server's side.
extension PlantedBug {
    static let storage = [
        Draft(
            "an edit is answered before its commit",
            Place(
                "Storage/JournalWriter.swift",
                "        let start = ContinuousClock.now\n",
                """
                        let start = ContinuousClock.now
                        if PLANTED {
                            submits.forEach { if case .submit(_, let done) = $0 { done() } }
                        }

                """
            ),
            Place(
                "Storage/JournalWriter.swift",
                "        for case .submit(_, let completion) in submits { completion() }\n",
                """
                        for case .submit(_, let completion) in submits where !PLANTED {
                            completion()
                        }

                """
            )
        ),
        Draft(
            "a commit is not synced",
            Place(
                "Storage/Database+Settings.swift",
                "\"synchronous = FULL\"",
                "PLANTED ? \"synchronous = NORMAL\" : \"synchronous = FULL\""
            ),
            Place(
                "Storage/Database+Settings.swift",
                "(setting: \"synchronous\", value: \"2\")",
                "(setting: \"synchronous\", value: PLANTED ? \"1\" : \"2\")"
            )
        ),
        Draft(
            "a log that a crash left unsynced is trusted",
            Place(
                "Storage/Database.swift",
                "try LogFile.secure(",
                "if !PLANTED { try LogFile.secure("
            ),
            Place(
                "Storage/Database.swift",
                "path + \"-wal\")\n        var",
                "path + \"-wal\") }\n        var"
            )
        ),
        Draft(
            "a log whose sync failed is synced again, and not written again",
            Place(
                "Storage/LogFile.swift",
                "offset += try file.write(chunk, count: count, at: offset)",
                "offset += PLANTED ? count : try file.write(chunk, count: count, at: offset)"
            )
        ),
        Draft(
            "a full disk loses what waited",
            Place(
                "Storage/JournalWriter.swift",
                "            isFull = true\n",
                "            isFull = true\n            if PLANTED { done = commands.count }\n"
            )
        ),
        Draft(
            "a failed sync is taken for a success",
            Place(
                "Storage/JournalWriter.swift",
                "            try commit.run()\n            mailbox",
                """
                            if PLANTED { try? commit.run() } else { try commit.run() }
                            mailbox
                """
            )
        ),
        Draft(
            "a restart forgets which edits were answered",
            Place(
                "emojiart-simulation/LoadedDocument+Stored.swift",
                "answers = try Self.answers(of: stored)",
                "answers = PLANTED ? [:] : try Self.answers(of: stored)"
            )
        ),
        Draft(
            "a stored state has no undo history",
            Place(
                "Sync/StoredState+Coding.swift",
                "history: History(clients: clients)",
                "history: History(clients: PLANTED ? [:] : clients)"
            )
        ),
    ]

    static let gate = [
        Draft(
            "nothing waits for the commit",
            Place(
                "Sync/DocumentSession+Gate.swift",
                "        if recordsDurable == recordsSubmitted {\n            precondition(gate",
                """
                        if recordsDurable == recordsSubmitted || PLANTED {
                            precondition(PLANTED || gate
                """
            )
        ),
        Draft(
            "a snapshot does not wait for the commit",
            Place(
                "Sync/DocumentSession+Gate.swift",
                "    mutating func release(_ gated: Gated) {\n",
                """
                    mutating func release(_ gated: Gated) {
                        if PLANTED, case .welcome = gated { return open(gated) }

                """
            )
        ),
        Draft(
            "commits are told to the wrong documents",
            Place(
                "emojiart-simulation/Server.swift",
                "in inFlight.removeFirst() {",
                "in PLANTED ? inFlight.removeLast() : inFlight.removeFirst() {"
            )
        ),
    ]

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
                "        if seq <= window.lastSeq {\n",
                "        if seq <= window.lastSeq, !PLANTED || window[seq] == nil {\n"
            ),
            Place(
                "Sync/DocumentSession+Edit.swift",
                "guard seq == window.lastSeq + 1 else",
                "guard PLANTED || seq == window.lastSeq + 1 else"
            ),
            Place(
                "Sync/DocumentSession+Edit.swift",
                "guard seq == (clients[client]?.lastSeq ?? 0) + 1 else",
                "guard PLANTED || seq == (clients[client]?.lastSeq ?? 0) + 1 else"
            )
        ),
        Draft(
            "a member that resumes misses an edit",
            Place(
                "Sync/DocumentSession+Join.swift",
                "after: isResumed ? hello.position?.revision ?? 0 :",
                """
                after: isResumed
                    ? min(state.revision, (hello.position?.revision ?? 0) + (PLANTED ? 1 : 0)) :
                """
            )
        ),
        Draft(
            "another history is taken for this one",
            Place(
                "Sync/DocumentSession+Join.swift",
                "return position.chain == state.chain",
                "return PLANTED || position.chain == state.chain"
            ),
            Place(
                "Sync/DocumentSession+Join.swift",
                "kept[index].chain == position.chain",
                "(PLANTED || kept[index].chain == position.chain)"
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
                "if member.stage == .live {",
                "if member.stage == .live, !PLANTED {"
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
