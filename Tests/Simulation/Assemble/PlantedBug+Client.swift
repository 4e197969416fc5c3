// What may be wrong between server and client, at the client, and in what both share.
extension PlantedBug {
    static let delivery = [
        Draft(
            "a member whose place was trimmed is left alone",
            Place(
                "emojiart-simulation/Server+Connections.swift",
                "        document.lagged(guest)",
                "        if !PLANTED { document.lagged(guest) }"
            )
        ),
        Draft(
            "what a slow peer has yet to get is forgotten",
            Place(
                "WebSockets/Socket+Output.swift",
                "if native.isPartiallyBuffered || hasMore { return wait(native) }",
                "if native.isPartiallyBuffered || hasMore && !PLANTED { return wait(native) }"
            )
        ),
        Draft(
            "a slow member never gets the presence that it missed",
            Place(
                "Sync/SharedPresence.swift",
                "        backlogs[number] = .missed(since: messageCount)",
                "        backlogs[number] = PLANTED ? nil : .missed(since: messageCount)"
            )
        ),
    ]

    static let client = [
        Draft(
            "a broken connection loses what was not answered",
            Place(
                "Sync/Replica.swift",
                "        connection = .closed\n        member = nil",
                """
                        if PLANTED { (pending, settledCount) = ([], 0) }
                        connection = .closed
                        member = nil
                """
            )
        ),
        Draft(
            "an edit is numbered anew before it is sent again",
            Place(
                "Sync/Replica+Adopt.swift",
                "            if index >= settledCount ||",
                "            if PLANTED || index >= settledCount ||"
            )
        ),
        Draft(
            "edits made offline keep seqs that the server has seen",
            Place(
                "Sync/Replica+Adopt.swift",
                "index >= settledCount || pending[index].seq > welcome.seq {",
                "!PLANTED && index >= settledCount || pending[index].seq > welcome.seq {"
            ),
            Place(
                "Sync/Replica+Adopt.swift",
                "} else if settledCount < pending.count,",
                "} else if !PLANTED, settledCount < pending.count,"
            )
        ),
        Draft(
            "an edit is sent before the file has it",
            Place(
                "Sync/Replica+Edit.swift",
                "        keepEdit()\n        sendPending()\n",
                """
                        if PLANTED { sendPending() }
                        keepEdit()
                        if !PLANTED { sendPending() }

                """
            )
        ),
        Draft(
            "a redo is sent as an undo",
            Place(
                "Sync/Replica+Edit.swift",
                "            send(.edit(seq: edit.seq, edit.request))\n",
                """
                            let isTurned = PLANTED && edit.request == .walk(.redo)
                            send(.edit(seq: edit.seq, isTurned ? .walk(.undo) : edit.request))

                """
            )
        ),
        Draft(
            "more edits are sent than answers are remembered",
            Place(
                "Sync/Replica+Edit.swift",
                "guard edit.seq - oldest.seq < Limits.unansweredEditsMax else { break }",
                """
                guard PLANTED ? sentCount < Limits.unansweredEditsMax
                    : edit.seq - oldest.seq < Limits.unansweredEditsMax else { break }
                """
            )
        ),
        Draft(
            "what is shown is not made anew when another's edit comes",
            Place(
                "Sync/Replica+Receive.swift",
                "        if !isShown { overlay = nil }",
                "        if !isShown, !PLANTED { overlay = nil }"
            )
        ),
        Draft(
            "a selection of emojis that are not added yet is not shared again",
            Place(
                "Sync/Replica+Edit.swift",
                "            resumeSelection(of: edit.added)",
                "            if !PLANTED { resumeSelection(of: edit.added) }"
            )
        ),
        Draft(
            "a snapshot in place of edits is not followed by the presence",
            Place(
                "Sync/Replica+Receive.swift",
                "            unsharedPresence = Presence.Patch(full: presence)\n",
                "            if !PLANTED { unsharedPresence = Presence.Patch(full: presence) }\n"
            )
        ),
        Draft(
            "what an older history confirmed hides edits that are pending",
            Place(
                "Sync/Replica+Adopt.swift",
                "if confirmedSeq > welcome.seq {",
                "if !PLANTED, confirmedSeq > welcome.seq {"
            )
        ),
        Draft(
            "ids that are minted anew stand in another order than in the file",
            Place(
                "Sync/Replica+Adopt.swift",
                "{ ids.map { self[$0] ?? $0 }.sorted() }",
                """
                {
                        let renamed = ids.map { self[$0] ?? $0 }
                        return PLANTED ? renamed : renamed.sorted()
                    }
                """
            )
        ),
        Draft(
            "a snapshot's own edits are shown twice",
            Place(
                "Sync/Replica+Receive.swift",
                "confirmedSeq = header.seq ?? answeredSeq",
                "if !PLANTED { confirmedSeq = header.seq ?? answeredSeq }"
            )
        ),
    ]

    static let model = [
        Draft(
            "a document is full one emoji too early",
            Place(
                "EmojiArt/Document+Apply.swift",
                "emojis.count + new.count <= Limits.emojisMax else",
                "emojis.count + new.count <= Limits.emojisMax - (PLANTED ? 1 : 0) else"
            )
        ),
        Draft(
            "sizes are rounded down",
            Place(
                "EmojiArt/ScaleFactor.swift",
                "(2 * size * numerator + denominator)",
                "(2 * size * numerator + (PLANTED ? 0 : denominator))"
            )
        ),
        Draft(
            "emojis that go forward together pass each other",
            Place(
                "EmojiArt/Document+Arrange.swift",
                "if isChosen[shifted[index].place], !isChosen[shifted[next].place] {",
                "if isChosen[shifted[index].place], PLANTED || !isChosen[shifted[next].place] {"
            )
        ),
    ]
}
