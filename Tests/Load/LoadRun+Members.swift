internal import Crowd
internal import DequeModule
internal import EmojiArt
internal import Wire

// Who comes and goes.
extension LoadRun {
    /// Begins to gather everybody.
    func invite() {
        for document in 0..<plan.documents {
            documents.append(LoadDocument(name: "\(prefix)-\(document)"))
            for place in 0..<plan.members {
                let isWriter = place < plan.writers
                let key = isWriter ? document * plan.writers + place : nil
                waiting.append((isWriter ? .writer : .reader, document, key))
            }
            for _ in 0..<plan.slow { waiting.append((.slow, document, nil)) }
        }
        for number in 0..<plan.idle {
            if number.isMultiple(of: plan.idleTogether) {
                let document = number / plan.idleTogether
                documents.append(LoadDocument(name: "\(prefix)-idle-\(document)"))
            }
            waiting.append((.idle, documents.count - 1, nil))
        }
        waiting.reverse()
        connectMore()
    }

    /// Connects those who wait, some at a time.
    func connectMore() {
        while joining < Self.joiningMax, let next = waiting.popLast() {
            connect(next.role, next.document, next.key)
        }
    }

    func connect(_ role: LoadMember.Role, _ document: Int, _ key: Int?) {
        let path = "/documents/\(documents[document].name)"
        do throws(CrowdError) {
            let buffer = role == .slow ? 4_096 : nil
            guard let number = try crowd?.connect(path: path, receiveBufferBytes: buffer) else {
                return
            }
            members[number] = LoadMember(
                role: role,
                document: document,
                key: key,
                startedAt: Crowd.now
            )
            joining += 1
        } catch {
            failure = "\(error)"
        }
    }

    func welcomed(_ member: Int, _ welcome: ServerMessage.Welcome) {
        members[member]?.stage = .joining
        members[member]?.welcomedRevision = welcome.position.revision
        members[member]?.client = welcome.client
        guard let document = members[member]?.document else { return }
        // A newcomer may be told of an edit that the others are still to be told: its time counts.
        if members[member]?.role != .newcomer {
            documents[document].join(at: welcome.position.revision)
        }
        guard members[member]?.role == .writer, let client = welcome.client else { return }
        if let writer = documents[document].writers[client] {
            // Back after a storm: what was not answered is gone, and counted as such.
            writers[writer] = LoadWriter(member, welcome, client: client)
        } else {
            documents[document].writers[client] = writers.count
            writers.append(LoadWriter(member, welcome, client: client))
        }
    }

    /// A member has all that there is.
    func arrive(_ member: Int, at time: UInt64) {
        guard let arrived = members[member] else { return }
        members[member]?.stage = .live
        joining -= 1
        switch arrived.role {
        case .newcomer:
            if phase == .measuring { tally.join.record(time - arrived.startedAt) }
            crowd?.hangUp(member)
            members[member] = nil
        case .slow: crowd?.setReading(false, member)
        case .writer, .reader, .idle: break
        }
        if case .measuring = phase, stormAt != nil, arrived.role != .newcomer {
            if joining == 0, waiting.isEmpty { endStorm(at: time) }
        }
        connectMore()
    }

    /// Takes everybody's connection, and has all come back at once.
    func breakAll(at time: UInt64) {
        stormAt = time
        schedule.stop()
        for (number, member) in members where member.stage == .live {
            crowd?.hangUp(number)
            members[number] = nil
            if member.role != .newcomer {
                waiting.append((member.role, member.document, member.key))
            }
        }
        for index in writers.indices { writers[index].late.removeAll() }
        connectMore()
    }

    private func endStorm(at time: UInt64) {
        guard backAt == nil else { return }
        backAt = time
        schedule.start(at: time)
        if plan.rate == 0 { for index in writers.indices { sendMore(index, at: time) } }
    }
}
