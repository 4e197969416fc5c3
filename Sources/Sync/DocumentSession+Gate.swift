internal import DequeModule
internal import EmojiArt
internal import Wire

// The gate: nothing that depends on a record leaves before the record is durable.
extension DocumentSession {
    mutating func commit(_ record: Record) {
        recordsSubmitted += 1
        effects.append(.commit(record))
    }

    /// Lets something out once all records so far are durable.
    mutating func release(_ gated: Gated) {
        if recordsDurable == recordsSubmitted {
            precondition(gate.isEmpty, "Messages leave the gate in order.")
            open(gated)
        } else {
            gate.append((recordsSubmitted, gated))
        }
    }

    /// Drops what waits for one member alone: it is gone, or gets a snapshot that says more.
    ///
    /// While the disk stands still, members that come and go, or ask for snapshots between edits,
    /// would pile up states here.
    ///
    /// - Complexity: O(what waits at the gate).
    mutating func forgetGated(of number: Int) {
        gate.removeAll { entry in
            switch entry.1 {
            case .welcome(let member, let message, _, _, _):
                member == number && (message.isEmpty || members[number] == nil)
            case .duplicateAnswer(let member, _): member == number && members[number] == nil
            case .edit, .answer, .word, .state: false
            }
        }
    }

    /// Returns true while edits wait for the disk.
    public var waitsForDisk: Bool { releasedRevision < state.revision }

    /// Whether so much waits for the disk that members are to come back later.
    public var isBehind: Bool { gate.count >= Limits.gateEntriesMax }

    /// So many more records are durable, in the order in which they were handed out.
    public mutating func committed(_ count: Int) {
        // Not afterwards: the members read what is let out now at the end of this turn.
        forgetOldest()
        recordsDurable += count
        precondition(
            recordsDurable <= recordsSubmitted,
            "Only what was handed out can become durable."
        )
        while let (record, gated) = gate.first, record <= recordsDurable {
            gate.removeFirst()
            open(gated)
        }
    }

    /// The state of the last `store` is durable.
    public mutating func stored() {
        precondition(isStoring, "Only what was handed out can become durable.")
        isStoring = false
        storeIfDue()
    }

    /// Asks for the state as an effect, once it is durable.
    ///
    /// - Parameter token: given back with the state.
    public mutating func read(_ token: Int) {
        release(.state(token: token, state.document, revision: state.revision))
    }

    mutating func open(_ gated: Gated) {
        switch gated {
        case .edit(let revision, let client, let message, let deleted):
            releasedRevision = revision
            effects.append(.append(message: message, revision: revision))
            answered(client)
            endGesture(of: client)
            if !deleted.isEmpty {
                let deleted = Set(deleted)
                for number in members.keys where members[number]?.prune(deleted) == true {
                    changedByEdit(number)
                }
            }
        case .answer(let client, let message):
            open(.word(client: client, message: message))
            answered(client)
        case .word(let client, let message):
            guard let number = memberOfClient[client], members[number]?.stage == .live else {
                return
            }
            effects.append(.send(to: number, message: message))
        case .duplicateAnswer(let number, let message):
            guard members[number]?.stage == .live else { return }
            effects.append(.send(to: number, message: message))
        case .welcome(let number, let message, let snapshot, let seq, let revision):
            guard members[number] != nil else { return }
            if !message.isEmpty { effects.append(.send(to: number, message: message)) }
            if let snapshot {
                effects.append(.sendSnapshot(to: number, snapshot, seq: seq))
            }
            effects.append(.follow(member: number, after: revision))
            members[number]?.stage = .live
            if message.isEmpty {
                tellPresence(to: number, after: revision)
            } else {
                members[number]?.joinedAfter = sharedPresence?.version ?? 0
                sendFullPresence(to: number)
            }
        case .state(let token, let document, let revision):
            effects.append(.state(token: token, document, revision: revision))
        }
    }

    private mutating func answered(_ client: Int) {
        guard let number = memberOfClient[client], let place = members.index(forKey: number),
            members.values[place].unanswered > 0
        else { return }
        members.values[place].unanswered -= 1
    }

    /// The others end the client's gesture when they get its edit.
    ///
    /// They may get it after what is sent to them alone in this turn, so the client's next presence
    /// waits for the next turn.
    private mutating func endGesture(of client: Int) {
        guard let number = memberOfClient[client], let place = members.index(forKey: number)
        else { return }
        if members.values[place].told?.gesture != nil {
            members.values[place].told?.gesture = nil
            changedByEdit(number)
        }
        justEdited.insert(number)
    }

    /// Lets the oldest kept edits go, of those that are released.
    mutating func forgetOldest() {
        let before = kept.count
        let unreleased = state.revision - releasedRevision
        while kept.count > unreleased,
            kept.count - unreleased > Limits.keptEditsMax || keptBytes > Limits.keptEditBytesMax
        {
            keptBytes -= kept.removeFirst().bytes
        }
        if kept.count < before { effects.append(.forget(upTo: state.revision - kept.count)) }
    }
}
