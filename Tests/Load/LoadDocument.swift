/// What is known of one document under load: when each of its edits was meant to be sent.
struct LoadDocument {
    let name: String
    /// The last revision that any member has seen.
    private(set) var revision = 0
    /// The writers, by their client's number.
    var writers: [Int: Int] = [:]
    /// When the edits of the last revisions were meant to be sent; 0 for those of others.
    private var times = [UInt64](repeating: 0, count: 1 << 14)

    init(name: String) { self.name = name }

    /// The time of an edit that somebody has seen before; nil for the first to see it.
    func time(of revision: Int) -> UInt64? {
        revision <= self.revision ? times[revision & (times.count - 1)] : nil
    }

    /// Somebody is the first to see an edit.
    mutating func see(_ revision: Int, sentAt time: UInt64) {
        self.revision = revision
        times[revision & (times.count - 1)] = time
    }

    /// What somebody joins at.
    mutating func join(at revision: Int) { self.revision = max(self.revision, revision) }
}
