internal import Transport

/// One TCP connection of the loop, from accept or connect until lws frees it.
///
/// What lws carries for it is its handle in the loop's table.
final class Peer {
    enum Role {
        /// An accepted socket whose request is not complete.
        case waiting
        /// A request whose upgrade the handler accepted.
        case upgrading(HTTPRequest)
        case exchange(HTTPExchange)
        case socket(Socket)
        /// A client's connection before its server accepted it.
        case connecting(ClientConnection)
    }

    let handle: UInt
    /// The IP address that the connection comes from, or that a trusted proxy says.
    var address: String
    /// What the connection counts as, while it counts.
    var countedAs: NetworkAddress?
    /// What its address is called among the budgets.
    var countedName: String { countedAs.map { "\($0)" } ?? address }
    var admission: Standing
    /// Whether the path that it asks for is spelt as paths are.
    var isPlain = true
    /// Whether its body is being gathered.
    var isUploading = false
    let listener: Listener?
    var role = Role.waiting
    /// The connection in lws, as soon as it is known.
    var native: NativeSocket?
    /// Whether it is we who end it, without another word.
    var isCut = false
    /// When the loop cuts a connection that is no WebSocket yet.
    var deadline: UInt64

    init(
        handle: UInt,
        address: String,
        listener: Listener?,
        admission: Standing = .within,
        deadline: UInt64
    ) {
        self.admission = admission
        self.handle = handle
        self.address = address
        self.listener = listener
        self.deadline = deadline
    }
}
