internal import DequeModule

/// Who left a document lately, and by which presence message that was told.
///
/// So that a member who missed some messages need not be told of everybody anew.
struct Departures {
    private var entries: Deque<(member: Int, message: Int)> = []
    /// The last message of which some who left are forgotten.
    private var forgotten = 0

    static let countMax = 1_024

    mutating func add(_ members: [Int], toldBy message: Int) {
        for member in members { entries.append((member, message)) }
        while entries.count > Self.countMax, let first = entries.popFirst() {
            forgotten = first.message
        }
    }

    /// Who left by a message or a later one; nil when that is not known any more.
    func since(_ message: Int) -> [Int]? {
        guard message > forgotten else { return nil }
        return entries.reversed().prefix { $0.message >= message }.map(\.member)
    }
}
