import EmojiArt
import Wire

@testable import Sync

// Carrying out effects, and what must hold while that is done.
extension Room {
    /// Carries out the session's effects, also those that doing so adds.
    func carryOut() {
        while !session.effects.isEmpty {
            let effects = session.effects
            session.effects = []
            for effect in effects { carryOut(effect) }
        }
    }

    private func carryOut(_ effect: SessionEffect) {
        switch effect {
        case .commit(let record): journal.append(record)
        case .append(let message, let revision):
            expect(revision == logStart + log.count, "the log has no gap at \(revision)")
            expect(revision <= journal.edits.count, "edit \(revision) is durable before it is told")
            log.append(message)
        case .forget(let revision):
            expect(revision < logStart + log.count, "only released edits are forgotten")
            let count = max(0, revision + 1 - logStart)
            log.removeFirst(min(count, log.count))
            logStart += count
        case .send(let number, let message):
            check(message)
            outboxes[number]?.queue.append(message)
        case .sendSnapshot(let number, let snapshot):
            let isDurable = snapshot.revision <= journal.edits.count
            expect(isDurable, "a snapshot is durable before it is told")
            outboxes[number]?.queue += snapshot.parts
        case .sendEverybody(let number, let messages, let version):
            for message in messages { check(message) }
            let same = versions.updateValue(messages, forKey: version) ?? messages
            expect(same == messages, "a version of everybody's presence has one text")
            outboxes[number]?.queue += messages
        case .search(let member, let searches):
            let found = journal.found(searches)
            if searchesAtOnce {
                session.searched(member, found)
            } else {
                finds.append((member, found))
            }
        case .write(let draft): drafts.append(draft)
        case .probe(let number):
            if !hasMore(for: number), outboxes[number] != nil { session.drained(number) }
        case .follow(let number, let revision):
            expect(revision < logStart + log.count, "nobody follows from ahead of the log")
            outboxes[number]?.next = revision + 1
        case .sendPresence(let numbers, let message, let count):
            presenceCount += 1
            check(message)
            for number in numbers { sendPresence(message, to: number, count) }
        case .close(let number, let code, let reason): close(number, code, reason)
        case .wake(let time): wakes.append(time)
        case .store(let state):
            journal.append(state, isAsked: true)
            if journal.waiting == 0, journal.commit(0) { session.stored() }
        case .state(let token, let document, let revision):
            expect(revision <= journal.edits.count, "a state is durable before it is told")
            states.append((token, document, revision))
        }
    }

    private func sendPresence(_ message: [UInt8], to number: Int, _ count: Int) {
        guard let outbox = outboxes[number] else { return }
        guard !outbox.isBlocked else { return session.missed(number, count) }
        outboxes[number]?.queue.append(message)
    }

    private func close(_ number: Int, _ code: CloseCode, _ reason: String) {
        expect(reason.hasPrefix(code.name), "a close reason begins with its code's name")
        expect(reason.utf8.count <= 123, "a close reason fits a control frame")
        closed.append((number, code, reason))
        guard let link = outboxes.removeValue(forKey: number)?.link else { return }
        link.up = []
        // What was sent before the close still arrives.
        link.isOpen = false
    }

    /// Checks a message that leaves: all that it tells is durable.
    private func check(_ bytes: [UInt8]) {
        guard let message = try? decoder.serverMessage(bytes.span) else {
            return violate("a server's message is well formed")
        }
        switch message {
        case .welcome(let welcome):
            expect(welcome.position.revision <= journal.edits.count, "a welcome is durable")
            if let client = welcome.client {
                let answered = journal.answers[client]?.lastSeq ?? 0
                expect(welcome.seq <= answered, "a welcome's seq is durable")
            }
            for answer in welcome.answers { check(answer) }
        case .answers(let answers):
            for answer in answers { check(answer) }
        case .edit(let edit):
            expect(journal.keys[edit.client] != nil, "a client is durable with its first edit")
        case .presence, .snapshot, .refused, .history, .pong, .access: break
        }
    }

    private func check(_ answer: ServerMessage.Answer) {
        guard case .accepted(let revision, _) = answer.verdict else { return }
        expect(
            revision <= journal.edits.count && journal.marks[revision - 1] == answer.mark,
            "an answer names its durable edit"
        )
    }

    private func expect(_ isTrue: Bool, _ sentence: String) {
        if !isTrue { violate(sentence) }
    }

    // MARK: Flush

    /// Gives each link what fits: the member's own messages first, then the log.
    func flush() {
        for number in outboxes.keys.sorted() { flush(number) }
        carryOut()
    }

    private func flush(_ number: Int) {
        guard let link = outboxes[number]?.link else { return }
        while link.down.count < link.capacity, let message = takeNext(for: number) {
            if link.isOpen { link.down.append(message) }
        }
        let isBlocked = hasMore(for: number)
        guard outboxes[number]?.isBlocked != isBlocked else { return }
        outboxes[number]?.isBlocked = isBlocked
        if !isBlocked { session.drained(number) }
    }

    private func hasMore(for number: Int) -> Bool {
        guard let outbox = outboxes[number] else { return false }
        return !outbox.queue.isEmpty || outbox.next ?? .max < logStart + log.count
    }

    private func takeNext(for number: Int) -> [UInt8]? {
        guard let outbox = outboxes[number] else { return nil }
        if !outbox.queue.isEmpty { return outboxes[number]?.queue.removeFirst() }
        guard let next = outbox.next, next < logStart + log.count else { return nil }
        guard next >= logStart else {
            outboxes[number]?.next = nil
            session.lagged(number)
            carryOut()
            return takeNext(for: number)
        }
        outboxes[number]?.next = next + 1
        return log[next - logStart]
    }
}

extension SessionEffect {
    /// The effect in a few words, to compare; of a message its kind.
    var text: String {
        switch self {
        case .commit(.edit(let revision, _, _, _, _, _, _, _)): "commit edit \(revision)"
        case .commit(.refusal(let client, let seq, _, _)): "commit refusal \(client).\(seq)"
        case .commit(.client(let number, _)): "commit client \(number)"
        case .append(_, let revision): "append \(revision)"
        case .forget(let revision): "forget \(revision)"
        case .send(let member, let message): "send \(member) \(Self.kind(message))"
        case .sendSnapshot(let member, let snapshot): "snapshot \(member) \(snapshot.revision)"
        case .sendEverybody(let member, _, let version): "everybody \(member) \(version)"
        case .search(let member, let searches): "search \(member) \(searches.map(\.client))"
        case .write(let draft): "write \(draft.written().revision)"
        case .probe(let member): "probe \(member)"
        case .follow(let member, let revision): "follow \(member) \(revision)"
        case .sendPresence(let members, _, _): "presence \(members)"
        case .close(let member, let code, _): "close \(member) \(code.name)"
        case .wake(let time): "wake \(time)"
        case .store(let state): "store \(state.revision)"
        case .state(let token, _, let revision): "state \(token) \(revision)"
        }
    }

    private static func kind(_ message: [UInt8]) -> String {
        var decoder = MessageDecoder()
        return (try? decoder.serverMessage(message.span))?.kind ?? "nonsense"
    }
}

extension [SessionEffect] {
    /// The texts of all, which are removed.
    mutating func take() -> [String] {
        defer { removeAll() }
        return map(\.text)
    }
}
