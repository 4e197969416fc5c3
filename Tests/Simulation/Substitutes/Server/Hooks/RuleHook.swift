internal import Wire

/// Nobody outside is asked about edits.
final class RuleHook {
    struct Answer: Sendable {
        let guest: Int
        let seq: Int
        let verdict: RuleVerdict?
    }

    func ask(_ request: ClientMessage.Request, seq: Int, of guest: Guest, revision: Int) {}
}
