/// What is tried with arbitrary bytes.
///
/// A target takes any bytes: it must neither trap nor find its promise broken. libFuzzer looks for
/// bytes that do (`make fuzz`), and the tests replay those that were found and those that reach
/// most of the code.
public enum FuzzTarget: String, CaseIterable, Sendable {
    /// Messages in frames and chunks, which are texts or not.
    case chunks
    /// The JSON reader and writer.
    case json
    /// Messages of clients, and lines of programs.
    case clientMessage = "client-message"
    /// Messages of servers.
    case serverMessage = "server-message"
    /// `.emojiart` files of all years.
    case file
    /// What a terminal sends, cut anywhere.
    case terminalInput = "terminal-input"
    /// A client's replica, at a server that may send anything.
    case replica
    /// The server's document session, with clients that may send anything.
    case session
    /// Stored states.
    case storedState = "stored-state"
    /// Images for backgrounds.
    case image
    /// The first bytes of images, and how a photograph is turned.
    case imageHeader = "image-header"
    /// Tokens, signed and not, and key sets.
    case token
    /// Files of settings.
    case settings
    /// Heads of requests: the path, and for whom a proxy speaks.
    case request
    /// Revisions and times in URLs.
    case moment
    /// URLs of hooks, and what hooks answer.
    case hook
    /// The edits of a journal.
    case journal

    /// Tries an input.
    ///
    /// - Throws: `Finding`, if a promise is broken.
    public func run(_ bytes: [UInt8]) throws(Finding) {
        switch self {
        case .chunks: try ChunkTrial.run(bytes)
        case .json: try JSONTrial.run(bytes)
        case .clientMessage: try MessageTrial.client(bytes)
        case .serverMessage: try MessageTrial.server(bytes)
        case .file: try FileTrial.run(bytes)
        case .terminalInput: try InputTrial.run(bytes)
        case .replica: try ReplicaTrial.run(bytes)
        case .session: try SessionTrial.run(bytes)
        case .storedState: try StoredStateTrial.run(bytes)
        case .image: try ImageTrial.run(bytes)
        case .imageHeader: try ImageHeaderTrial.run(bytes)
        case .token: try TokenTrial.run(bytes)
        case .settings: try SettingsTrial.run(bytes)
        case .request: try RequestTrial.run(bytes)
        case .moment: try MomentTrial.run(bytes)
        case .hook: try HookTrial.run(bytes)
        case .journal: try JournalTrial.run(bytes)
        }
    }
}
