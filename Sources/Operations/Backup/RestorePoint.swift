/// How far back a restore goes.
package enum RestorePoint: Equatable, Sendable {
    /// To the backup as it is.
    case end
    /// To a revision, of one document.
    case revision(Int)
    /// To a time, in milliseconds since 1970.
    case time(Int)

    /// Reads a revision or a time; nil when it is neither.
    package init?(_ text: String) {
        if let revision = Int(text), revision >= 0 {
            self = .revision(revision)
        } else if let time = UTC.milliseconds(text) {
            self = .time(time)
        } else {
            return nil
        }
    }
}
