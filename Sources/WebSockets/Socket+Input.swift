internal import DequeModule
internal import Transport

extension Socket {
    func receive(_ chunk: Span<UInt8>) {
        guard let native, phase == .open else { return }
        heardAt = loop.now
        loop.inputCount += 1
        let isFinal = native.isFinalFragment
        let remaining = native.remainingPayload
        let mayGoOn = meter?.takeChunk(
            chunk.count,
            remaining: remaining,
            endsMessage: isFinal,
            now: loop.now
        )
        // At once for the first frames, so that nobody without masks is heard at all.
        if meter?.masks.isDue == true, refusesUnmasked(bytesRead: native.bytesRead) { return }
        let outcome = assembler.add(
            chunk,
            remaining: remaining,
            isFinal: isFinal,
            isBinary: native.isBinary
        )
        if mayGoOn == false || isPauseDue { pauseReading(native) }
        switch outcome {
        case .incomplete: break
        case .whole: deliver(chunk)
        case .gathered: deliver(assembler.take().span)
        case .refused(let code, let reason): close(code, reason)
        }
    }

    /// Closes a client whose frames have no masks; false when they may have.
    private func refusesUnmasked(bytesRead: UInt64?) -> Bool {
        guard meter?.masks.findsUnmasked(bytesRead: bytesRead) == true else { return false }
        close(1002, "protocol_error: a frame without a mask")
        return true
    }

    private func deliver(_ message: Span<UInt8>) {
        guard meter != nil else {
            loop.receivedAt = EventLoop.readNanoseconds()
            delegate?.socketReceived(message)
            return
        }
        guard mayWork, deferred.isEmpty else {
            deferred.append([UInt8](copying: message))
            if let native { pauseReading(native) }
            return
        }
        let start = EventLoop.readNanoseconds()
        loop.receivedAt = start
        delegate?.socketReceived(message)
        let microseconds = Int((EventLoop.readNanoseconds() - start) / 1_000)
        charge(microseconds)
    }

    /// Counts work for the peer; nothing more is read for as long as it was too much.
    func charge(_ microseconds: Int) {
        for budget in budgets { budget.work.take(microseconds, now: loop.now) }
        guard meter?.takeWork(microseconds, now: loop.now) == false, phase == .open, let native
        else { return }
        pauseReading(native)
    }

    private var mayWork: Bool { budgets.allSatisfy { $0.work.isSolvent(now: loop.now) } }

    /// Takes the messages that waited, as far as the budgets go; false when some still wait.
    private func takeDeferred() -> Bool {
        while phase == .open, mayWork, let message = deferred.popFirst() {
            let rest = deferred
            deferred = []
            deliver(message.span)
            deferred = rest
        }
        return deferred.isEmpty
    }

    /// Takes messages once more, ahead of those that wait.
    func redeliver(_ messages: [[UInt8]]) {
        guard phase == .open else { return }
        deferred = messages + deferred
        if !takeDeferred(), phase == .open, let native { pauseReading(native) }
    }

    func rest(milliseconds: UInt64) {
        guard phase == .open, let native else { return }
        restsUntil = max(restsUntil, loop.now + milliseconds)
        pauseReading(native)
    }

    private func pauseReading(_ native: NativeSocket) {
        guard !isPaused else { return }
        // What is left of a record within OpenSSL wakes nobody, and lws would look for it without
        // a pause: a record is read to its end.
        isPauseDue = native.isWithinRecord
        guard !isPauseDue else { return }
        isPaused = true
        // lws may ask for WRITEABLE itself to come back to what it has read already.
        isArmed = true
        native.setReading(false)
        loop.paused.append(self)
    }

    /// Notes a pong, or a ping that lws answered.
    func receiveControlFrame() {
        heardAt = loop.now
        if isPauseDue, let native { pauseReading(native) }
        if meter?.takeControlFrame(now: loop.now) == false {
            close(4429, "too_fast: too many pings or pongs")
        }
    }

    /// Takes the peer's Close frame; false when lws shall end the connection without answering it.
    ///
    /// The answer is ours: lws would echo what is malformed, and what a second Close frame says.
    func receiveClose(_ payload: Span<UInt8>) -> Bool {
        if case .closing = phase, queue.isEmpty { return false }
        if case .leaving = phase { return false }
        let fault = CloseStatus.fault(in: payload)
        guard let native else { return true }
        let status = fault ?? CloseStatus(payload: payload)
        let echo = unsafe payload.withUnsafeBufferPointer { unsafe Array($0) }
        let answer =
            fault.map { .close($0.code, $0.reason, mask: mask) }
            ?? Frame(opcode: .close, payload: echo, mask: mask)
        return !leave(native, with: answer, status)
    }

    /// Sends what waits and a last frame at once, for the connection does not live to its turn.
    ///
    /// False when the socket does not take it all: behind half a frame no other can go.
    private func leave(_ native: NativeSocket, with frame: Frame, _ status: CloseStatus) -> Bool {
        unfollow()
        if phase == .open { flush() }
        abandonOutput()
        closeStatus = closeStatus ?? status
        phase = .leaving(until: loop.now + limits.closeTimeout)
        guard !native.isPartiallyBuffered else { return false }
        return unsafe frame.bytes.withUnsafeBufferPointer { unsafe native.write($0) }
    }

    /// lws begins to end the connection by itself: the peer is gone, or it broke the protocol.
    ///
    /// For many faults lws 4.1.6 hangs up without a word, and for the others its Close frame is
    /// lost when the peer goes on sending. Ours goes out here, after what was to be sent before.
    /// The end of the stream behind it keeps that of lws from following.
    func receiveDrop() {
        guard let native else { return }
        switch phase {
        case .ended, .leaving: return
        case .closing:
            // Our Close frame is out, and nothing follows a Close frame.
            if queue.isEmpty { native.finishWriting() }
        case .open:
            guard !native.isPartiallyBuffered, native.isPeerThere else { return }
            let status = CloseStatus(code: 1002, reason: "protocol_error: see RFC 6455 section 5")
            let last = Frame.close(status.code, status.reason, mask: mask)
            if leave(native, with: last, status) { native.finishWriting() }
        }
    }

    /// Reading may go on when the meter says so; true when it does.
    func resumeIfSolvent(now: UInt64) -> Bool {
        guard isPaused, phase == .open else { return true }
        guard now >= restsUntil, meter?.isSolvent(now: now) ?? true, takeDeferred() else {
            // Silence that we cause is not the peer's.
            heardAt = now
            return false
        }
        resumeReading()
        return true
    }

    /// When the second hand has to look at it, if nothing happens to it before.
    ///
    /// A watched socket at rest is due when its next ping or its idle timeout is. Any other is due
    /// each second.
    var isDueAt: UInt64 {
        guard isWatched, !isPaused, phase == .open, case .ready = flow else { return 0 }
        let pingAt = max(heardAt, pingedAt) + limits.pingInterval
        return pingedAt > heardAt ? min(pingAt, heardAt + limits.idleTimeout) : pingAt
    }

    /// It is at rest no more: the second hand looks at it.
    func lookSoon() {
        if let native { loop.peers.setDue(native.handle, at: 0) }
    }

    /// The second hand, once a second at most: deadlines, stalls, silence, pings.
    func tick(now: UInt64) {
        guard let native else { return }
        switch phase {
        case .ended: return
        case .closing(let deadline), .leaving(let deadline):
            if now >= deadline { loop.condemn(native.handle) }
            return
        case .open: break
        }
        if case .blocked(let since, let acknowledged) = flow {
            let latest = native.bytesAcknowledged
            if latest != acknowledged {
                flow = .blocked(since: now, acknowledged: latest)
            } else if now - since >= limits.stallTimeout {
                return giveUp("nothing read for \(limits.stallTimeout / 1_000) s")
            }
        }
        if native.remainingPayload > UInt(limits.messageBytesMax) {
            // A header alone: lws tells of it only with the first byte of its payload.
            return close(1009, "too_big: a message over \(limits.messageBytesMax) bytes")
        }
        if meter != nil, !isPaused, hasInput || !isWatched {
            hasInput = false
            let bytesRead = native.bytesRead
            if refusesUnmasked(bytesRead: bytesRead) { return }
            if meter?.takeBytesRead(bytesRead, now: now) == false {
                return close(4429, "too_fast: too many pings or pongs")
            }
        }
        if now - heardAt >= limits.idleTimeout, pingedAt > heardAt {
            // Nobody is there to read a Close frame. Who was not pinged in this silence is first:
            // the second hand may have come just before it was time.
            return loop.condemn(native.handle)
        }
        if now - max(heardAt, pingedAt) >= limits.pingInterval {
            pingedAt = now
            enqueue(.ping(mask: mask))
        }
    }

    /// The connection is over: the last that its delegate hears.
    func end() {
        guard phase != .ended else { return }
        unfollow()
        abandonOutput()
        phase = .ended
        native = nil
        let last = delegate
        delegate = nil
        last?.socketClosed(closeStatus)
    }

    func resumeReading() {
        isPauseDue = false
        guard isPaused else { return }
        isPaused = false
        heardAt = loop.now
        isArmed = true
        native?.setReading(true)
    }
}
