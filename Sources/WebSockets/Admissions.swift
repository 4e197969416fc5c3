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
    }

    /// Most connections at once of all listeners for operators.
    private static let operatorsMax = 32

    private let state = Mutex(State())

    /// Nothing is let in yet.
    package init() {}

    /// Sockets that are open for everyone, with or without a handshake.
    package var acceptedCount: Int { state.withLock { $0.acceptedCount } }

    /// Sockets that are open for operators.
    package var operatorCount: Int { state.withLock { $0.operatorCount } }

    /// Sockets that were hung up on because there were as many as there may be.
    package var refusedCount: Int { state.withLock { $0.refusedCount } }

    /// Addresses of which something is known.
    var addressCount: Int { state.withLock { $0.addresses.count } }

    /// Bodies that are being gathered.
    var uploadCount: Int { state.withLock { $0.uploadCount } }

    /// Whether another operator may come.
    var hasRoomForOperators: Bool { state.withLock { $0.operatorCount < Self.operatorsMax } }

    /// Notes a socket that was hung up on.
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
    /// What is refused does not count: who waits a moment gets in.
    func opens(_ place: NetworkAddress, _ limits: ConnectionLimits, now: UInt64) -> Bool {
        state.withLock { state in
            var use = state.addresses[place] ?? AddressUse(limits, now: now)
            guard use.count < limits.connectionsPerAddressMax, use.opening.isSolvent(now: now)
            else { return false }
            _ = use.opening.take(1, now: now)
            state.addresses[place] = use
            return true
        }
    }

    /// Counts a connection of an address.
    func count(_ place: NetworkAddress, _ limits: ConnectionLimits, now: UInt64) {
        state.withLock { state in
            state.addresses[place, default: AddressUse(limits, now: now)].count += 1
        }
    }

    /// Takes a connection of an address out of the count.
    func uncount(_ place: NetworkAddress) { state.withLock { $0.addresses[place]?.count -= 1 } }

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

    /// Takes a body out of the count.
    func endUpload(of place: NetworkAddress?) {
        state.withLock { state in
            state.uploadCount -= 1
            if let place { state.addresses[place]?.uploadCount -= 1 }
        }
    }

    /// Forgets addresses of which nothing is to be known any more.
    ///
    /// - Complexity: O(addresses).
    func forgetAddresses(now: UInt64) {
        state.withLock { state in
            for (place, var use) in state.addresses
            where use.count == 0 && use.opening.isFull(now: now) {
                state.addresses[place] = nil
            }
        }
    }
}
