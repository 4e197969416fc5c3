internal import EmojiArt
internal import Foundation
internal import Observation
internal import Sync
internal import Wire

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A document as an app shows it: the library's replica on a socket of the system's.
///
/// All that an app adds to the library is here: a socket, a clock, and a place for the key. The
/// replica says what to send and what has changed; nothing else of the protocol is known.
@MainActor
@Observable
final class CanvasModel {
    /// The emojis in drawing order, with the own edits that have no answer yet.
    private(set) var emojis: [Emoji] = []
    /// The members of now, this one among them.
    private(set) var members: [Replica.RemoteMember] = []
    /// Whether all that was done here is on the server's disk, and both agree on the state.
    private(set) var isSaved = false
    /// What a person should know: a refusal, or why there is no connection.
    private(set) var notice = ""

    @ObservationIgnored private var replica: Replica
    @ObservationIgnored private var socket: URLSessionWebSocketTask?
    @ObservationIgnored private var attempt = 0
    private let url: URL

    /// Makes a model of a document.
    ///
    /// - Parameters:
    ///   - url: `wss://HOST/documents/NAME`.
    ///   - key: who this person is in the document; kept in the keychain by a real app.
    ///   - name: what others see.
    init(url: URL, key: ClientKey, name: String) {
        self.url = url
        replica = Replica(key: key, name: name)
    }

    /// Connects, and again whenever the connection breaks, until the task that calls it is
    /// cancelled.
    func run() async {
        while !Task.isCancelled {
            await connectOnce()
            attempt += 1
            // As the protocol asks: a random wait that grows (ER5).
            let most = min(20_000, 250 << min(attempt, 7))
            try? await Task.sleep(for: .milliseconds(Int.random(in: 0...most)))
        }
    }

    private func connectOnce() async {
        let socket = URLSession.shared.webSocketTask(with: url, protocols: ["emojiart.v1"])
        self.socket = socket
        socket.resume()
        replica.connected()
        carryOut()
        while let message = try? await socket.receive() {
            guard case .string(let text) = message else { break }
            receive(text)
        }
        notice = socket.closeReason.map { String(decoding: $0, as: UTF8.self) } ?? "no connection"
        self.socket = nil
        if replica.member != nil { attempt = 0 }
        replica.disconnected()
        carryOut()
    }

    private func receive(_ text: String) {
        let bytes = Array(text.utf8)
        replica.receive(bytes.span)
        carryOut()
    }

    // MARK: What a person does

    /// Puts an emoji on the canvas.
    func add(_ text: String, x: Int, y: Int) {
        guard let text = try? EmojiText(text), let id = replica.mintID() else { return }
        replica.edit(.operation(.add([NewEmoji(id: id, text: text, x: x, y: y)])))
        carryOut()
    }

    /// Shows the others a drag while it lasts.
    func drag(_ id: EmojiID, dx: Int, dy: Int) {
        replica.gesture(.move(ids: [id], dx: dx, dy: dy), now: Self.now)
        carryOut()
    }

    /// Ends a drag: the one edit of it.
    func endDrag() {
        _ = replica.endGesture(now: Self.now)
        carryOut()
    }

    /// Takes back this person's latest edit, whatever others did since.
    func undo() {
        replica.edit(.walk(.undo))
        carryOut()
    }

    // MARK: What the replica asks for

    private func carryOut() {
        let effects = replica.effects
        replica.effects = []
        for effect in effects {
            switch effect {
            case .send(let bytes): send(bytes)
            case .wake(let time): wake(at: time)
            case .refused(_, _, let code):
                notice = RefusalCode(rawValue: code)?.text ?? code
            case .reconnect, .violated: socket?.cancel()
            default: break
            }
        }
        emojis = replica.view.drawingOrder
        members = replica.members.sorted { $0.key < $1.key }.map(\.value)
        isSaved = replica.isSynced
    }

    private func send(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        // Sends of one task arrive in their order; one that fails ends `receive` as well.
        socket?.send(.string(text)) { _ in }
    }

    private func wake(at time: UInt64) {
        let wait = time > Self.now ? time - Self.now : 0
        Task {
            try? await Task.sleep(for: .milliseconds(wait))
            replica.wake(now: Self.now)
            carryOut()
        }
    }

    /// Milliseconds of a clock that never goes back.
    private static var now: UInt64 { UInt64(ProcessInfo.processInfo.systemUptime * 1_000) }
}
