internal import Synchronization

/// Connections that are counted over all loops of a server.
final class Headcount: Sendable {
    private struct State {
        var silent = 0
        var users: [String: Int] = [:]
    }

    private let state = Mutex(State())

    var silentCount: Int { state.withLock { $0.silent } }

    /// A connection came, or one said hello or is gone.
    func changeSilent(by difference: Int) { state.withLock { $0.silent += difference } }

    /// Counts a connection of a user; false when the user has as many as it may have.
    func enter(_ user: String, countMax: Int) -> Bool {
        state.withLock { state in
            guard state.users[user, default: 0] < countMax else { return false }
            state.users[user, default: 0] += 1
            return true
        }
    }

    func leave(_ user: String) {
        state.withLock { state in
            let count = state.users[user, default: 1] - 1
            state.users[user] = count == 0 ? nil : count
        }
    }
}
