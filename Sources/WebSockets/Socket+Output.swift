internal import DequeModule
internal import Transport

extension Socket {
    /// The socket has room again, or lws sent a pong.
    func writeable() {
        guard isArmed else { return receiveControlFrame() }
        isArmed = false
        flush()
    }

    /// Writes what waits: the queue first, then the log, in one write when both are short.
    func flush() {
        guard let native, phase != .ended else { return }
        if case .leaving = phase { return }
        guard !native.isPartiallyBuffered else { return wait(native) }
        guard mayWrite else { return delay(native) }
        guard writeNext(native) else { return loop.condemn(native.handle) }
        if native.isPartiallyBuffered || hasMore { return wait(native) }
        if case .closing(let deadline) = phase {
            // The Close frame is out: from here on only the peer's answer is waited for.
            phase = .closing(until: min(deadline, loop.now + limits.closeTimeout))
        }
        guard case .blocked = flow else { return }
        flow = .ready
        if phase == .open { delegate?.socketDrained() }
    }

    var isAtRest: Bool { !hasBacklog && !hasMore }

    private var hasMore: Bool { !queue.isEmpty || hasLogToRead }

    private var hasLogToRead: Bool {
        guard var reading = following else { return false }
        if case .nothing = reading.log.pending(&reading.cursor) { return false }
        return true
    }

    func catchUp() {
        if hasLogToRead { flush() }
    }

    /// Whether the next frame is short, or its receiver may get more.
    private var mayWrite: Bool {
        guard let next = queue.first, next.byteCount >= Self.largeBytes else { return true }
        return budgets.allSatisfy { $0.output.isSolvent(now: loop.now) }
    }

    /// Frames below it are not counted.
    private static let largeBytes = 4_096

    /// Waits for the budgets, with a backlog as far as others ask.
    private func delay(_ native: NativeSocket) {
        if case .ready = flow {
            flow = .blocked(since: loop.now, acknowledged: native.bytesAcknowledged)
        }
        loop.delayedSockets.append(self)
    }

    private func wait(_ native: NativeSocket) {
        if case .ready = flow {
            flow = .blocked(since: loop.now, acknowledged: native.bytesAcknowledged)
        }
        isArmed = true
        native.askWriteable()
    }

    /// One write of at most a chunk; false when the socket is dead.
    private func writeNext(_ native: NativeSocket) -> Bool {
        if queue.isEmpty { return writeLog(native) }
        if queue[0].byteCount >= Self.largeBytes {
            for budget in budgets { budget.output.take(queue[0].byteCount, now: loop.now) }
        }
        if queue.count == 1, following == nil || queue[0].byteCount >= FrameLog.chunkBytes {
            let frame = dequeue()
            return unsafe frame.bytes.withUnsafeBufferPointer { unsafe native.write($0) }
        }
        // Short frames share one send: a copy is cheap, a system call is not.
        loop.scratch.removeAll(keepingCapacity: true)
        while let next = queue.first,
            loop.scratch.isEmpty || loop.scratch.count + next.byteCount <= FrameLog.chunkBytes
        {
            loop.scratch.append(contentsOf: dequeue().bytes)
        }
        if queue.isEmpty { gatherLog() }
        return unsafe loop.scratch.withUnsafeBufferPointer { unsafe native.write($0) }
    }

    private func gatherLog() {
        guard var reading = following,
            case .bytes(let chunk, let offset) = reading.log.pending(&reading.cursor),
            loop.scratch.count + chunk.byteCount - offset <= FrameLog.chunkBytes
        else { return }
        unsafe chunk.withBytes(from: offset) { unsafe loop.scratch.append(contentsOf: $0) }
        reading.log.advance(&reading.cursor)
        following?.cursor = reading.cursor
    }

    private func writeLog(_ native: NativeSocket) -> Bool {
        guard var reading = following else { return true }
        switch reading.log.pending(&reading.cursor) {
        case .nothing: return true
        case .trimmed:
            unfollow()
            delegate?.socketLagged()
            return true
        case .bytes(let chunk, let offset):
            reading.log.advance(&reading.cursor)
            following?.cursor = reading.cursor
            return unsafe chunk.withBytes(from: offset) { unsafe native.write($0) }
        }
    }
}
