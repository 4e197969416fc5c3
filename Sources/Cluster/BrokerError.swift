/// Why a broker did not do what it was asked for.
package enum BrokerError: Error, Equatable, Sendable, CustomStringConvertible {
    /// There is no connection to any broker.
    case disconnected
    /// No answer came in time: what was asked may be done or not.
    case timedOut
    /// A broker answered, and none of them does this: JetStream is off, or has no leader now.
    case unavailable
    /// A broker refused, in its words.
    case refused(code: Int, String)
    /// An answer that is none of JetStream's.
    case unreadable(String)
    /// The library could not do what has to be done before any broker is asked.
    case failed(String)

    /// What is wrong, in one sentence.
    package var description: String {
        switch self {
        case .disconnected: "There is no connection to a broker."
        case .timedOut: "No broker answered in time."
        case .unavailable: "No broker serves streams: is JetStream on, and has it a quorum?"
        case .refused(let code, let text): "The broker refused (\(code)): \(text)."
        case .unreadable(let text): "The broker's answer cannot be read: \(text)."
        case .failed(let text): "The connection to the brokers failed: \(text)."
        }
    }
}
