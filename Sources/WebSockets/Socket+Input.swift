/// What a socket is told: input, the peer's end, the passing of time.
extension Socket {
    /// Takes a chunk of a message.
    func receive(_ chunk: Span<UInt8>) {
        guard let native, phase == .open else { return }
        heardAt = loop.now
        let isFinal = native.isFinalFragment
        let outcome = assembler.add(
            chunk,
            remaining: native.remainingPayload,
            isFinal: isFinal,
            isBinary: native.isBinary
        )
        if meter?.takeChunk(chunk.count, endsMessage: isFinal, now: loop.now) == false {
            pauseReading(native)
        }
        switch outcome {
        case .incomplete: break
        case .whole: deliver(chunk)
        case .gathered: deliver(assembler.take().span)
        case .refused(let code, let reason): close(code, reason)
        }
    }

    private func deliver(_ message: Span<UInt8>) {
        guard meter != nil else {
            delegate?.socketReceived(message)
            return
        }
        let start = ContinuousClock.now
        delegate?.socketReceived(message)
        let microseconds = Int(start.duration(to: .now) / .microseconds(1))
        guard meter?.takeWork(microseconds, now: loop.now) == false, phase == .open, let native
        else { return }
        pauseReading(native)
    }

    private func pauseReading(_ native: NativeSocket) {
        guard !isPaused else { return }
        isPaused = true
        // lws may ask for WRITEABLE itself to come back to what it has read already.
        isArmed = true
        native.setReading(false)
        loop.paused.append(self)
    }

    /// Notes a pong, or a ping that lws answered.
    func receiveControlFrame() {
        heardAt = loop.now
        if meter?.takeControlFrame(now: loop.now) == false {
            close(4429, "too_fast: too many pings or pongs")
        }
    }

    /// Takes the peer's Close frame; false when lws shall end the connection without answering it.
    func receiveClose(_ status: CloseStatus) -> Bool {
        if case .closing = phase, queue.isEmpty { return false }
        closeStatus = closeStatus ?? status
        unfollow()
        abandonOutput()
        phase = .leaving(until: loop.now + limits.closeTimeout)
        return true
    }

    /// Reading may go on when the meter says so; true when it does.
    func resumeIfSolvent(now: UInt64) -> Bool {
        guard isPaused, phase == .open else { return true }
        guard meter?.isSolvent(now: now) ?? true else {
            // Silence that we cause is not the peer's.
            heardAt = now
            return false
        }
        resumeReading()
        return true
    }

    /// The second hand, once a second: deadlines, stalls, silence, pings.
    func tick(now: UInt64) {
        guard let native else { return }
        switch phase {
        case .ended:
            return
        case .closing(let deadline), .leaving(let deadline):
            if now >= deadline { loop.condemn(native.handle) }
            return
        case .open:
            break
        }
        if case .blocked(let since, let acknowledged) = flow {
            let latest = native.bytesAcknowledged
            if latest != acknowledged {
                flow = .blocked(since: now, acknowledged: latest)
            } else if now - since >= limits.stallTimeout {
                abandonOutput()
                return close(4430, "too_slow: nothing read for \(limits.stallTimeout / 1_000) s")
            }
        }
        if !isPaused, meter?.takeBytesRead(native.bytesRead, now: now) == false {
            return close(4429, "too_fast: too many pings or pongs")
        }
        if now - heardAt >= limits.idleTimeout {
            // Nobody is there to read a Close frame.
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
        guard isPaused else { return }
        isPaused = false
        heardAt = loop.now
        isArmed = true
        native?.setReading(true)
    }
}
