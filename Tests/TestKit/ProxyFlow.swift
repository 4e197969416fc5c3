/// One direction of a connection: what was read and has not gone on, and the faults to come.
struct ProxyFlow {
    /// Bytes that are read at once; no more than these are ever held.
    static let heldMax = 16_384

    let direction: FaultDirection
    /// What the faults leave to do with the connection as a whole.
    enum Verdict: Equatable {
        case none
        case close(abruptly: Bool)
        case orphan(Int?)
    }

    private(set) var held: [UInt8] = []
    private var steps: [FaultStep] = []
    /// Bytes that have gone since the step before.
    private var gone = 0
    private var waitUntil: UInt64 = 0
    private var delay = 0
    private var dribbling = 0
    /// When a swallowing direction resets the connection.
    private var resetAt: UInt64?
    private(set) var isSwallowing = false
    private(set) var sourceHasEnded = false
    private(set) var hasEnded = false

    init(_ direction: FaultDirection, steps: [FaultStep]) {
        self.direction = direction
        self.steps = steps.filter { $0.direction == direction }
    }

    /// Another fault, counted from now.
    mutating func arm(_ step: FaultStep) {
        if steps.isEmpty { gone = 0 }
        steps.append(step)
    }

    /// Forgets the faults to come, and goes on at once.
    mutating func heal() {
        (steps, waitUntil, delay, dribbling) = ([], 0, 0, 0)
    }

    func isWaiting(_ now: UInt64) -> Bool { waitUntil > now }

    /// Whether no more bytes will go this way.
    var isOver: Bool { hasEnded || isSwallowing && sourceHasEnded }

    /// Whether it reads: never while it holds something, so that what it holds is bounded.
    func wantsInput(_ now: UInt64) -> Bool {
        !sourceHasEnded && held.isEmpty && !isWaiting(now)
    }

    /// Whether it waits for the receiver.
    func wantsOutput(_ now: UInt64) -> Bool { !hasEnded && !held.isEmpty && !isWaiting(now) }

    /// When there is something to do without a byte; nil if never.
    func alarm(_ now: UInt64) -> UInt64? {
        let wake = isWaiting(now) && waitUntil != .max ? waitUntil : nil
        return [wake, resetAt].compactMap { $0 }.min()
    }

    mutating func take(_ bytes: [UInt8], _ now: UInt64, _ counts: inout FaultCounts) {
        if isSwallowing {
            counts.swallowedBytes += bytes.count
        } else {
            held += bytes
            if delay > 0 { waitUntil = max(waitUntil, now + UInt64(delay)) }
        }
    }

    mutating func endSource() { sourceHasEnded = true }

    /// Takes all that there is, for the time when it is too late.
    mutating func hold(_ bytes: [UInt8]) { held += bytes }

    mutating func pump(
        into sink: ProxySocket,
        _ now: UInt64,
        _ counts: inout FaultCounts
    ) -> Verdict {
        if let resetAt, resetAt <= now {
            counts.cuts += 1
            return .close(abruptly: true)
        }
        while !hasEnded, !isWaiting(now) {
            if let step = steps.first, gone >= step.after, step.after > 0 || !held.isEmpty {
                steps.removeFirst()
                gone = 0
                let verdict = strike(step.fault, sink, now, &counts)
                if verdict != .none { return verdict }
                continue
            }
            guard !held.isEmpty else { break }
            let room = steps.first.map { $0.after - gone } ?? held.count
            let count = min(held.count, dribbling > 0 ? 1 : room)
            switch sink.write(held[..<count]) {
            case .count(let written):
                held.removeFirst(written)
                gone += written
                if dribbling > 0 {
                    dribbling -= 1
                    waitUntil = now + 1
                }
            case .later: return .none
            case .end, .failed: return .close(abruptly: true)
            }
        }
        if sourceHasEnded, held.isEmpty, !hasEnded, !isSwallowing, !isWaiting(now) {
            sink.endWriting()
            hasEnded = true
        }
        return .none
    }

    private mutating func strike(
        _ fault: Fault,
        _ sink: ProxySocket,
        _ now: UInt64,
        _ counts: inout FaultCounts
    ) -> Verdict {
        switch fault {
        case .delay(let time):
            delay = time
            waitUntil = now + UInt64(time)
            counts.slowdowns += 1
        case .stall(let time):
            waitUntil = time.map { now + UInt64($0) } ?? .max
            counts.slowdowns += 1
        case .dribble(let count):
            dribbling = count
            counts.slowdowns += 1
        case .cut, .reset:
            counts.cuts += 1
            return .close(abruptly: fault == .reset)
        case .halfClose:
            counts.cuts += 1
            sink.endWriting()
            hasEnded = true
            swallow(&counts)
        case .swallow(let time):
            resetAt = time.map { now + UInt64($0) }
            swallow(&counts)
        case .orphan(let time):
            counts.orphans += 1
            return .orphan(time)
        }
        return .none
    }

    private mutating func swallow(_ counts: inout FaultCounts) {
        isSwallowing = true
        counts.swallowedBytes += held.count
        held = []
    }
}
