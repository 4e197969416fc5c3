/// Why a file cannot be used; the description is for a person.
struct SharedFileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What was tried.
    enum Action: String, Sendable {
        case read
        case write
        case lock
        case moveAway = "move away"
    }

    let action: Action
    let path: String
    /// The system's word for it.
    let reason: String

    var description: String { "cannot \(action.rawValue) \(path): \(reason)" }
}
