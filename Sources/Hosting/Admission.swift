internal import WebSockets
internal import Wire

/// How far a guest has come.
///
/// ```
/// silent ──hello──► opening ──► member ◄──► held
///    │                │  ▲        │          │
///    │                ▼  │        │          │
///    │              relayed       │          │
///    └────────────────┴───────────┴──────────┴──► gone
/// ```
///
/// The session knows how far a member has come with its snapshot: see `Attendee`.
enum Admission {
    case silent
    /// Its document is being looked for, made or loaded.
    case opening(ClientMessage.Hello)
    /// A member, whose edits go on at once.
    case member(OpenDocument)
    /// A member, whose edits wait.
    case held(OpenDocument, Hold)
    /// Its document is on another server.
    case relayed(any Relay)
    case gone

    /// The reason for which a member's edits wait.
    enum Hold {
        /// The state of the past that a revert goes back to: all messages after it wait here.
        case past(HeldMessages)
        /// The document, which takes no edits: they wait unanswered at the client, which reconnects
        /// and resends them afterwards.
        case thaw
    }

    var document: OpenDocument? {
        switch self {
        case .member(let document), .held(let document, _): document
        case .silent, .opening, .relayed, .gone: nil
        }
    }
}

/// Messages of one member, as they came.
struct HeldMessages {
    /// Bytes that may wait; a client that sends more is closed, and comes again.
    private static let byteCountMax = 262_144
    private(set) var bytes: [[UInt8]] = []
    private var byteCount = 0

    /// Keeps a message; false when no room is left for it.
    mutating func append(_ message: Span<UInt8>) -> Bool {
        byteCount += message.count
        guard byteCount <= Self.byteCountMax else { return false }
        bytes.append([UInt8](copying: message))
        return true
    }
}
