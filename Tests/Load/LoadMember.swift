/// A connection of a load, and how far it has come.
struct LoadMember {
    /// What it is there for.
    enum Role {
        /// Edits, and reads.
        case writer
        /// Reads alone.
        case reader
        /// Joins and does nothing more; what it is sent is read.
        case idle
        /// Reads nothing once it has joined.
        case slow
        /// Measures how long joining takes, and leaves.
        case newcomer
    }

    enum Stage {
        case connecting
        case greeting
        case joining
        case live
        case gone
    }

    let role: Role
    let document: Int
    /// Which of the keys it shows; nil for one that only looks.
    let key: Int?
    let startedAt: UInt64
    var stage = Stage.connecting
    /// The revision that it has.
    var revision = 0
    /// The revision that the document had when it was welcomed: it has joined with that.
    var welcomedRevision = 0
    /// Whether its snapshot is complete.
    var isLoaded = false

    /// Whether it comes from joining to having all that there was.
    var arrives: Bool { stage == .joining && isLoaded && revision >= welcomedRevision }
    /// Its client's number, once it is told.
    var client: Int?
}
