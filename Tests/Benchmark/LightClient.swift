internal import EmojiArt
internal import Glibc
internal import WebSockets
internal import Wire

/// A client that does as little as it can, so that the load does not measure itself.
///
/// It decodes its welcome and snapshot in full, and of an edit only revision and author.
final class LightClient: ClientConnectionHandler {
    private var decoder = MessageDecoder()
    private let key: ClientKey?
    private(set) var connection: ClientConnection?
    private(set) var client: Int?
    private(set) var counter = 0
    private var isReady = false
    private let ready: (LightClient) -> Void
    /// An edit came: the author, and its seq.
    private let edited: (LightClient, Int, Int) -> Void

    init(
        _ url: WebSocketURL,
        on loop: EventLoop,
        key: ClientKey?,
        ready: @escaping (LightClient) -> Void,
        edited: @escaping (LightClient, Int, Int) -> Void = { _, _, _ in }
    ) {
        self.key = key
        self.ready = ready
        self.edited = edited
        connection = ClientConnection(
            on: loop,
            to: url,
            subprotocol: "emojiart.v1",
            handler: self
        )
    }

    func opened(_ connection: ClientConnection) {
        connection.send(ClientMessage.hello(ClientMessage.Hello(key: key)).encoded)
    }

    func received(_ message: Span<UInt8>, on connection: ClientConnection) {
        if isReady {
            if let (author, seq) = Self.edit(message) { edited(self, author, seq) }
            return
        }
        switch try? decoder.serverMessage(message) {
        case .welcome(let welcome):
            client = welcome.client
            counter = welcome.counter
        case .snapshot(let part) where part.isLast:
            isReady = true
            ready(self)
        default: break
        }
    }

    func closed(_ connection: ClientConnection, reason: ClientCloseReason) {
        guard self.connection != nil else { return }
        fatalError("The server ended a connection: \(reason)")
    }

    func end() {
        let connection = connection
        self.connection = nil
        connection?.close(1000, "")
    }

    /// Author and seq of an `edit` message, whose fields come in this order from our server.
    private static func edit(_ message: Span<UInt8>) -> (Int, Int)? {
        var index = 0
        guard skip("{\"type\":\"edit\",\"revision\":", message, &index),
            number(message, &index) != nil,
            skip(",\"client\":", message, &index), let client = number(message, &index),
            skip(",\"seq\":", message, &index), let seq = number(message, &index)
        else { return nil }
        return (client, seq)
    }

    private static func skip(_ text: String, _ bytes: Span<UInt8>, _ index: inout Int) -> Bool {
        for byte in text.utf8 {
            guard index < bytes.count, bytes[index] == byte else { return false }
            index += 1
        }
        return true
    }

    private static func number(_ bytes: Span<UInt8>, _ index: inout Int) -> Int? {
        let start = index
        var value = 0
        while index < bytes.count, case 0x30...0x39 = bytes[index] {
            value = value * 10 + Int(bytes[index] & 0x0f)
            index += 1
        }
        return index > start ? value : nil
    }
}

/// CLOCK_MONOTONIC in nanoseconds.
func nanoseconds() -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
