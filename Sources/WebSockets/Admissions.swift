internal import Synchronization

/// What the loops of one server have let in together, so that its limits hold for all of them.
///
/// Asked when a connection comes and when it goes; what a connection sends never comes here.
package final class Admissions: Sendable {
    private struct State {
        var acceptedCount = 0
        var operatorCount = 0
        var refusedCount = 0
        var uploadCount = 0
        var addresses: [NetworkAddress: AddressUse] = [:]
        /// How many connections of each address were too many, since that was last told.
        var excess: [NetworkAddress: Int] = [:]

        mutating func use(
            _ circle: (place: NetworkAddress, factor: Int),
            _ limits: ConnectionLimits,
            now: UInt64
        ) -> AddressUse {
            addresses[circle.place]
                ?? AddressUse(limits, factor: circle.factor, now: now)
        }
    }

    /// Addresses of which it is known that they had too many, until that is told.
    private static let excessMax = 1_000

    /// Most connections at once of all listeners for operators.
    private static let operatorsMax = 32

    private let state = Mutex(State())

    /// Nothing is let in yet.
    package init() {}

    /// Sockets that are open for everyone, with or without a handshake.
    package var acceptedCount: Int { state.withLock { $0.acceptedCount } }

    /// Sockets that were hung up on because there were as many as there may be.
    package var refusedCount: Int { state.withLock { $0.refusedCount } }

    var addressCount: Int { state.withLock { $0.addresses.count } }

    var uploadCount: Int { state.withLock { $0.uploadCount } }

    var hasRoomForOperators: Bool { state.withLock { $0.operatorCount < Self.operatorsMax } }

    func refuse() { state.withLock { $0.refusedCount += 1 } }

    /// Counts a socket, and takes it out of the count.
    func enter(_ audience: Listener.Audience) { change(audience, by: 1) }
    func leave(_ audience: Listener.Audience) { change(audience, by: -1) }

    private func change(_ audience: Listener.Audience, by difference: Int) {
        state.withLock { state in
            switch audience {
            case .everyone: state.acceptedCount += difference
            case .operators: state.operatorCount += difference
            }
        }
    }

    /// Whether an address may open another connection now, which then counts as opened.
    ///
    /// What is refused does not count as opened: who waits a moment gets in.
    func opens(_ place: NetworkAddress, _ limits: ConnectionLimits, now: UInt64) -> Standing {
        state.withLock { state in
            var admission = Standing.within
            for circle in place.circles {
                var use = state.use(circle, limits, now: now)
                switch use.judge(now: now) {
                case .within: continue
                case .beyond: if admission == .within { admission = .beyond }
                case .farBeyond: admission = .farBeyond
                }
            }
            for circle in place.circles {
                var use = state.use(circle, limits, now: now)
                use.open(admission, now: now)
                state.addresses[circle.place] = use
            }
            if admission != .within,
                state.excess[place] != nil || state.excess.count < Self.excessMax
            {
                state.excess[place, default: 0] += 1
            }
            return admission
        }
    }

    /// Gives the addresses that had too many connections since this was last asked, those with the
    /// most first.
    package func takeExcess() -> [(address: String, count: Int)] {
        let excess = state.withLock { state in
            defer { state.excess = [:] }
            return state.excess
        }
        return excess.sorted { $0.value > $1.value }.map { ("\($0.key)", $0.value) }
    }

    func count(_ place: NetworkAddress, _ limits: ConnectionLimits, now: UInt64) {
        state.withLock { state in
            for circle in place.circles {
                var use = state.use(circle, limits, now: now)
                use.count += 1
                state.addresses[circle.place] = use
            }
        }
    }

    func uncount(_ place: NetworkAddress) {
        state.withLock { state in
            for circle in place.circles { state.addresses[circle.place]?.count -= 1 }
        }
    }

    /// Counts a body that comes; false when the server or its address has as many as it may have.
    func beginUpload(of place: NetworkAddress?, _ limits: ConnectionLimits) -> Bool {
        state.withLock { state in
            let own = place.flatMap { state.addresses[$0]?.uploadCount } ?? 0
            guard state.uploadCount < limits.uploadsMax, own < limits.uploadsPerAddressMax else {
                return false
            }
            state.uploadCount += 1
            if let place { state.addresses[place]?.uploadCount += 1 }
            return true
        }
    }

    func endUpload(of place: NetworkAddress?) {
        state.withLock { state in
            state.uploadCount -= 1
            if let place { state.addresses[place]?.uploadCount -= 1 }
        }
    }

    /// Forgets addresses of which nothing is to be known any more.
    func forgetAddresses(now: UInt64) {
        state.withLock { state in
            for (place, var use) in state.addresses
            where use.isForgettable(now: now) { state.addresses[place] = nil }
        }
    }
}
