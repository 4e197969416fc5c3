/// Why a connection ends (RFC 6455, section 7.4), and whether trying again helps.
///
/// 4000 and above are the project's own; see `Protocol/PROTOCOL.md`, section 7.
public enum CloseCode: UInt16, CaseIterable, Error, Sendable {
    /// The client is done.
    case normal = 1000
    /// The server goes away for good.
    case goingAway = 1001
    case protocolError = 1002
    case notText = 1003
    case notUTF8 = 1007
    case tooBig = 1009
    case serverFailed = 1011
    /// The server restarts; the reason holds how long to wait: `retry_after=<milliseconds>`.
    case restarting = 1012
    /// More edits wait for the disk than the server keeps in memory; the reason holds how long to
    /// wait: `retry_after=<milliseconds>`.
    case overloaded = 1013
    /// The document has another name now; the reason holds `name=<name>`.
    case renamed = 4301
    /// A message that is not of this protocol; the reason says what and where.
    case badMessage = 4400
    /// A token is missing, or not accepted, or not any more; the reason says why.
    case unauthorized = 4401
    /// The token, or an operator, does not let its bearer into this document.
    case forbidden = 4403
    /// The document was deleted, or does not exist and the server does not make any.
    case noDocument = 4404
    case helloTimeout = 4408
    /// An edit's seq is not the next one; the reason holds `expected=<seq>`.
    case seqGap = 4409
    /// An operator sent the client away.
    case removed = 4410
    /// The same client joined the document anew: the newer connection is the one that counts.
    case superseded = 4411
    case tooManyUnanswered = 4412
    /// The document has as many members, or knows as many clients, as it may.
    case crowded = 4413
    /// The client's state differed from the server's again and again.
    case diverged = 4414
    /// Control frames faster than allowed.
    case tooFast = 4429
    case tooSlow = 4430

    /// Reads the code of a close frame, of which the reason is the better witness.
    ///
    /// A reason begins with the code's name. libwebsockets 4.1 tells its user 1002 for 1012 to
    /// 1014, which are younger than RFC 6455, but leaves the reason alone.
    public init?(_ number: UInt16, reason: String) {
        let named = Self.allCases.first { code in
            reason == code.name || reason.hasPrefix(code.name + ":")
        }
        guard let code = named ?? Self(rawValue: number) else { return nil }
        self = code
    }

    /// What a client does next.
    public enum Retry: String, Sendable {
        /// Connects again after a pause that grows, with jitter, and resumes.
        case soon
        /// Connects again only when a person or program asks: the same would happen again.
        case onRequest = "on request"
    }

    /// What a client does next.
    public var retry: Retry {
        switch self {
        case .goingAway, .serverFailed, .restarting, .overloaded, .helloTimeout, .seqGap, .crowded,
            .tooFast, .tooSlow, .renamed:
            .soon
        case .normal, .protocolError, .notText, .notUTF8, .tooBig, .badMessage, .unauthorized,
            .forbidden, .noDocument, .removed, .superseded, .tooManyUnanswered,
            .diverged:
            .onRequest
        }
    }

    /// The code's name in reasons and logs.
    public var name: String {
        switch self {
        case .normal: "normal"
        case .goingAway: "going_away"
        case .protocolError: "protocol_error"
        case .notText: "not_text"
        case .notUTF8: "not_utf8"
        case .tooBig: "too_big"
        case .serverFailed: "server_failed"
        case .restarting: "restarting"
        case .overloaded: "overloaded"
        case .renamed: "renamed"
        case .badMessage: "bad_message"
        case .unauthorized: "unauthorized"
        case .forbidden: "forbidden"
        case .noDocument: "no_document"
        case .helloTimeout: "hello_timeout"
        case .seqGap: "seq_gap"
        case .removed: "removed"
        case .superseded: "superseded"
        case .tooManyUnanswered: "too_many_unanswered"
        case .crowded: "crowded"
        case .diverged: "diverged"
        case .tooFast: "too_fast"
        case .tooSlow: "too_slow"
        }
    }
}
