/// How a line of the log is written.
package enum LogFormat: String, CaseIterable, Sendable {
    /// For people.
    case text
    /// One JSON object a line, for programs.
    case json
}
