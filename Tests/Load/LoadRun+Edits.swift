internal import Crowd
internal import DequeModule
internal import EmojiArt
internal import Wire

// What is sent, and what comes of it.
extension LoadRun {
    /// An edit came to a member.
    func deliver(_ revision: Int, _ client: Int, _ seq: Int, at time: UInt64, to member: Int) {
        guard let receiver = members[member] else { return }
        if revision != receiver.revision + 1, phase == .measuring { tally.outOfOrder += 1 }
        members[member]?.revision = revision
        let document = receiver.document
        let writer = documents[document].writers[client]
        let sentAt: UInt64
        if let known = documents[document].time(of: revision) {
            sentAt = known
        } else {
            sentAt = writer.flatMap { writers[$0].time(of: seq) } ?? 0
            documents[document].see(revision, sentAt: sentAt)
        }
        // What a newcomer is brought up with was late for nobody.
        let isNews = receiver.role != .newcomer || revision > receiver.welcomedRevision
        if phase == .measuring, sentAt >= measuredAt, isNews {
            tally.deliveries += 1
            tally.delivery.record(time > sentAt ? time - sentAt : 0)
        }
        if receiver.client == client, let writer, receiver.role == .writer {
            acknowledge(writer, at: time)
        }
        if members[member]?.arrives == true { arrive(member, at: time) }
    }

    /// A writer's oldest edit is answered.
    private func acknowledge(_ writer: Int, at time: UInt64) {
        guard let sentAt = writers[writer].answered() else { return }
        if phase == .measuring, sentAt >= measuredAt {
            tally.edits += 1
            tally.acknowledgement.record(time > sentAt ? time - sentAt : 0)
        }
        switch phase {
        case .filling: continueFilling(writer)
        case .warming, .measuring:
            if let late = writers[writer].late.popFirst() {
                send(writer, meantAt: late)
            } else if plan.rate == 0, backAt != nil || stormAt == nil {
                sendMore(writer, at: time)
            }
        case .gathering, .settling, .over: break
        }
    }

    func refuse(_ member: Int) {
        tally.refused += 1
        guard let document = members[member]?.document, let client = members[member]?.client,
            let writer = documents[document].writers[client]
        else { return }
        acknowledge(writer, at: Crowd.now)
    }

    /// Sends an edit, or keeps it until the protocol allows another.
    func send(_ writer: Int, meantAt time: UInt64) {
        guard writers[writer].maySend else {
            writers[writer].late.append(time)
            return
        }
        let kind = plan.mix.pick(using: &generator)
        let message = writers[writer].edit(kind, at: time)
        crowd?.send(message.span, from: writers[writer].member)
    }

    /// The closed loop: as many unanswered as the plan says.
    func sendMore(_ writer: Int, at time: UInt64) {
        while writers[writer].unanswered.count < plan.window { send(writer, meantAt: time) }
    }

    /// Brings the documents to their size; the first writer of each does.
    func continueFilling(_ writer: Int) {
        guard let member = members[writers[writer].member],
            member.key?.isMultiple(of: max(1, plan.writers)) == true
        else { return }
        let left = remaining[member.document, default: plan.emojis]
        guard left > 0 else { return }
        remaining[member.document] = max(0, left - Limits.addedEmojisMax)
        let message = writers[writer].fill(left, at: 0)
        crowd?.send(message.span, from: writers[writer].member)
    }

    func sendDue(_ now: UInt64) {
        while let (number, time) = schedule.edits.take(now) {
            send(number % writers.count, meantAt: time)
        }
        while let (number, _) = schedule.cursors.take(now) { point(number) }
        while let (number, _) = schedule.newcomers.take(now) {
            connect(.newcomer, number % plan.documents, nil)
        }
    }

    /// Moves the cursor of one of those who point, and drags what it has, if it is to.
    private func point(_ number: Int) {
        let place = number % (plan.documents * plan.cursors)
        let round = number / (plan.documents * plan.cursors)
        guard place < pointers.count else { return }
        let angle = (round + place * 7) % 360
        var patch = Presence.Patch(cursor: .some(Presence.Cursor(x: angle * 3, y: place)))
        if plan.gestures, let client = members[pointers[place]]?.client,
            let document = members[pointers[place]]?.document,
            let writer = documents[document].writers[client]
        {
            patch.gesture = .some(writers[writer].gesture(angle))
        }
        crowd?.send(ClientMessage.presence(patch).encoded.span, from: pointers[place])
    }
}
