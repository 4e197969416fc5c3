// What may be wrong between an edit and the disk.
extension PlantedBug {
    static let storage = [
        Draft(
            "an edit is answered before its commit",
            Place(
                "SQLiteStore/JournalWriter.swift",
                "        let start = ContinuousClock.now\n",
                """
                        let start = ContinuousClock.now
                        if PLANTED {
                            submits.forEach { if case .submit(_, let done) = $0 { done() } }
                        }

                """
            ),
            Place(
                "SQLiteStore/JournalWriter.swift",
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
                "SQLiteStore/Database+Settings.swift",
                "\"synchronous = FULL\"",
                "PLANTED ? \"synchronous = NORMAL\" : \"synchronous = FULL\""
            ),
            Place(
                "SQLiteStore/Database+Settings.swift",
                "(setting: \"synchronous\", value: \"2\")",
                "(setting: \"synchronous\", value: PLANTED ? \"1\" : \"2\")"
            )
        ),
        Draft(
            "a log that a crash left unsynced is trusted",
            Place(
                "SQLiteStore/Database.swift",
                "try LogFile.secure(",
                "if !PLANTED { try LogFile.secure("
            ),
            Place(
                "SQLiteStore/Database.swift",
                "path + \"-wal\")\n        let",
                "path + \"-wal\") }\n        let"
            )
        ),
        Draft(
            "a log whose sync failed is synced again, and not written again",
            Place(
                "SQLiteStore/LogFile.swift",
                "offset += try file.write(chunk, count: count, at: offset)",
                "offset += PLANTED ? count : try file.write(chunk, count: count, at: offset)"
            )
        ),
        Draft(
            "a full disk loses what waited",
            Place(
                "SQLiteStore/JournalWriter.swift",
                "            isFull = true\n",
                "            isFull = true\n            if PLANTED { done = commands.count }\n"
            )
        ),
        Draft(
            "a document is loaded before what waits for room is stored",
            Place(
                "SQLiteStore/JournalWriter+Full.swift",
                "            if mustWait {",
                "            if mustWait, !PLANTED {"
            )
        ),
        Draft(
            "a failed sync is taken for a success",
            Place(
                "SQLiteStore/JournalWriter.swift",
                "            try commit.run()\n            let end",
                """
                            if PLANTED { try? commit.run() } else { try commit.run() }
                            let end
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
                "Sync/Gate.swift",
                "        guard isOpen else {\n            queue",
                "        guard isOpen || PLANTED else {\n            queue"
            ),
            Place(
                "Sync/Gate.swift",
                "precondition(queue.isEmpty",
                "precondition(PLANTED || queue.isEmpty"
            )
        ),
        Draft(
            "a snapshot does not wait for the commit",
            Place(
                "Sync/Gate.swift",
                "    mutating func pass(_ passage: Passage) -> Passage? {\n",
                """
                    mutating func pass(_ passage: Passage) -> Passage? {
                        if PLANTED {
                            switch passage {
                            case .welcome, .snapshot: return passage
                            default: break
                            }
                        }

                """
            )
        ),
        Draft(
            "commits are told to the wrong documents",
            Place(
                "emojiart-simulation/Turn.swift",
                "in inFlight.removeFirst() {",
                "in PLANTED ? inFlight.removeLast() : inFlight.removeFirst() {"
            )
        ),
    ]
}
