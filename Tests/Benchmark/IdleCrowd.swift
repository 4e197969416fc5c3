internal import EmojiArt
internal import WebSockets
internal import Wire

/// Members that joined and do nothing, a hundred to a document.
final class IdleCrowd {
    private let loop: EventLoop
    private var clients: [LightClient] = []
    private var waiting: Int
    private var body: () throws -> Void = {}
    private var failure: (any Error)?
    private let server: String
    private let count: Int

    init(_ server: String, count: Int) throws {
        loop = try EventLoop(backend: .poll)
        self.server = server
        self.count = count
        waiting = count
    }

    /// Calls the body when all have joined and two seconds have passed.
    func hold(_ body: @escaping () throws -> Void) throws {
        self.body = body
        for number in 0..<count {
            let url = try WebSocketURL("\(server)/documents/idle\(number / 100)")
            clients.append(
                LightClient(url, on: loop, key: nil, ready: { [unowned self] _ in oneMore() })
            )
        }
        loop.onAlarm = { [unowned self] _ in
            do { try self.body() } catch { failure = error }
            for client in clients { client.end() }
            loop.stop()
        }
        loop.run()
        if let failure { throw failure }
    }

    private func oneMore() {
        waiting -= 1
        if waiting == 0 { loop.setAlarm(at: loop.now + 2_000) }
    }
}
