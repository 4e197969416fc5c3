// What may be wrong between nodes.
extension PlantedBug {
    static let cluster = sequencer + nodes

    private static let sequencer = [
        Draft(
            "a batch is sent before the one ahead of it is answered",
            Place(
                "Sync/Order/Sequencer.swift",
                "!isBroken, inFlight == nil,\n",
                "!isBroken, inFlight == nil || PLANTED,\n"
            )
        ),
        Draft(
            "a gap between batches is not noticed",
            Place(
                "Sync/Order/Sequencer+Arrivals.swift",
                "return first.previous <= position.sequence",
                "return PLANTED || first.previous <= position.sequence"
            )
        ),
        Draft(
            "a batch that is delivered twice is applied twice, and so are its edits",
            Place(
                "Sync/Order/Sequencer+Arrivals.swift",
                "guard sequence > position.sequence else { return }",
                "guard PLANTED || sequence > position.sequence else { return }"
            ),
            Place(
                "Sync/Order/Sequencer+Arrivals.swift",
                "            guard sequence > position.sequence else { continue }\n",
                "            guard PLANTED || sequence > position.sequence else { continue }\n"
            )
        ),
        Draft(
            "what is in flight is not sent again after a broken connection",
            Place(
                "Sync/Order/Sequencer.swift",
                "        if let inFlight { publish(inFlight.number, inFlight.message) }\n",
                """
                        if PLANTED {
                            inFlight = nil
                        } else if let inFlight {
                            publish(inFlight.number, inFlight.message)
                        }

                """
            )
        ),
        Draft(
            "a batch that was not answered is not sent again",
            Place(
                "Sync/Order/Sequencer.swift",
                "now >= inFlight.sentAt + Self.patience {\n",
                "now >= inFlight.sentAt + Self.patience, !PLANTED {\n"
            ),
            Place(
                "Sync/Order/Sequencer.swift",
                "        if let inFlight { consider(inFlight.sentAt + Self.patience) }\n",
                "        if let inFlight, !PLANTED { consider(inFlight.sentAt + Self.patience) }\n"
            )
        ),
        Draft(
            "another history before a batch is not noticed",
            Place(
                "Sync/Order/Sequencer.swift",
                "guard isKnown(base) else {",
                "guard PLANTED || isKnown(base) else {"
            ),
            Place(
                "Sync/Order/Sequencer.swift",
                "        isVerified = position.sequence == 0\n",
                "        isVerified = PLANTED || position.sequence == 0\n"
            ),
            Place(
                "Sync/Order/Sequencer+Arrivals.swift",
                "        guard previous >= position.sequence else {",
                "        guard PLANTED || previous >= position.sequence else {"
            ),
            Place(
                "Sync/Order/Sequencer+Doubts.swift",
                "        return recent.contains {\n",
                "        return PLANTED || recent.contains {\n"
            )
        ),
        Draft(
            "what is gone before a checkpoint is not asked about",
            Place(
                "Sync/Order/Sequencer+Arrivals.swift",
                "            if delivery.batch.isCheckpoint {\n",
                "            if delivery.batch.isCheckpoint, !PLANTED {\n"
            )
        ),
        Draft(
            "what is gone before a checkpoint amid what was read is not asked about",
            Place(
                "Sync/Order/Sequencer+Arrivals.swift",
                """
                                    question(delivery)
                                } else {

                """,
                """
                                    question(delivery)
                                } else if PLANTED {
                                    insert(delivery, after: previous)
                                } else {

                """
            )
        ),
        Draft(
            "a checkpoint is without the answers",
            Place(
                "Sync/Order/Checkpoint.swift",
                "            answers: clients,\n",
                "            answers: PLANTED ? [:] : clients,\n"
            )
        ),
        Draft(
            "a checkpoint is without the nodes that clients are at",
            Place(
                "Sync/Order/Checkpoint.swift",
                "            homes: homes.mapValues",
                "            homes: PLANTED ? [:] : homes.mapValues"
            )
        ),
    ]

    private static let nodes = [
        Draft(
            "who comes is let in before the node knows what the others know",
            Place(
                "emojiart-simulation/Cluster/DocumentOrder.swift",
                "            let isKnown = follower.reached >= mark\n",
                "            let isKnown = PLANTED || follower.reached >= mark\n"
            )
        ),
        Draft(
            "the place that is stored is one too far",
            Place(
                "emojiart-simulation/OpenDocument.swift",
                "        server.note(delivery.sequence, delivery",
                "        server.note(delivery.sequence + (PLANTED ? 1 : 0), delivery"
            )
        ),
        Draft(
            "the place in the order is not stored",
            Place(
                "emojiart-simulation/Server+Effects.swift",
                "        batch.append(.place(document: document.id, place))\n",
                "        if !PLANTED { batch.append(.place(document: document.id, place)) }\n"
            )
        ),
        Draft(
            "an edit counts that comes by a node that its client has left",
            Place(
                "Sync/DocumentSession+Edit.swift",
                "guard isOffered || isAtHome(",
                "guard PLANTED || isOffered || isAtHome("
            )
        ),
        Draft(
            "the node that a client is at is not stored",
            Place(
                "Sync/DocumentSession+Join.swift",
                "        commit(.home(client: client, node: origin.node))\n",
                "        if !PLANTED { commit(.home(client: client, node: origin.node)) }\n"
            )
        ),
        Draft(
            "a member stays whose client has gone to another node",
            Place(
                "Sync/DocumentSession+Join.swift",
                "        guard origin.node != node else { return }\n        // A node",
                "        guard !PLANTED, origin.node != node else { return }\n        // A node"
            )
        ),
        Draft(
            "an edit that came by another node as well is applied again",
            Place(
                "Sync/DocumentSession+Edit.swift",
                "let next = (clients[client]?.lastSeq ?? 0) + 1\n            // Behind",
                """
                let following = (clients[client]?.lastSeq ?? 0) + 1
                            let next = PLANTED ? min(seq, following) : following
                            // Behind
                """
            )
        ),
        Draft(
            "who comes while others wait is let in with them",
            Place(
                "emojiart-simulation/Cluster/DocumentOrder.swift",
                "arrivals.append((arrival, follower.mark(), deadline))",
                "arrivals.append((arrival, PLANTED ? 0 : follower.mark(), deadline))"
            )
        ),
        Draft(
            "the members of a node that died stay",
            Place(
                "emojiart-simulation/Cluster/DocumentPeers.swift",
                "where now >= peer.heardAt + Self.silenceMilliseconds {",
                "where !PLANTED && now >= peer.heardAt + Self.silenceMilliseconds {"
            )
        ),
        Draft(
            "lost news of members are not asked for",
            Place(
                "emojiart-simulation/Cluster/DocumentPeers.swift",
                "            if message.number > peer.number ?? 0 {",
                "            if message.number > peer.number ?? 0, !PLANTED {"
            ),
            Place(
                "emojiart-simulation/Cluster/DocumentPeers.swift",
                "        guard early.isEmpty, peers[message.node]?.number !=",
                "        guard !PLANTED, early.isEmpty, peers[message.node]?.number !="
            )
        ),
        Draft(
            "an edit that is on its way is counted again when it is sent again",
            Place(
                "Sync/DocumentSession+Edit.swift",
                "if seq > members.values[place].countedSeq {",
                "if PLANTED || seq > members.values[place].countedSeq {"
            )
        ),
        Draft(
            "what others put in order is applied while the disk is behind",
            Place(
                "emojiart-simulation/Cluster/DocumentOrder.swift",
                "            if server.isOverloaded || document.session.isBehind {",
                "            if !PLANTED, server.isOverloaded || document.session.isBehind {"
            )
        ),
        Draft(
            "a document is loaded before what waits for room is stored",
            Place(
                "Storage/JournalWriter+Full.swift",
                "                waiting.contains(document)\n",
                "                waiting.contains(document), !PLANTED\n"
            )
        ),
        Draft(
            "an emoji that is on its way cannot be selected",
            Place(
                "Sync/DocumentSession+Edit.swift",
                "let isOrdering = isOrderedElsewhere &&",
                "let isOrdering = !PLANTED && isOrderedElsewhere &&"
            )
        ),
    ]
}
