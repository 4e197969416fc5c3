/// A promise that an input breaks.
public struct Finding: Error, CustomStringConvertible {
    /// What was promised.
    public let description: String

    init(_ description: String) { self.description = description }
}

/// Checks a promise.
func promise(
    _ isKept: Bool,
    _ what: @autoclosure () -> String
) throws(Finding) {
    guard isKept else { throw Finding(what()) }
}
