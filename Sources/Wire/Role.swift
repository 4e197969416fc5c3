/// What somebody may do with a document; each may do all that those before it may.
public enum Role: String, CaseIterable, Sendable, Comparable {
    /// Sees everything and is seen; edits are refused.
    case viewer
    case editor
    /// Renames and deletes the document as well.
    case owner

    /// Whether the first may do less.
    public static func < (one: Role, other: Role) -> Bool { one.rank < other.rank }

    private var rank: Int {
        switch self {
        case .viewer: 0
        case .editor: 1
        case .owner: 2
        }
    }
}
