import EmojiArt
import Sync
import WebSockets
import Wire

@testable import emojiart

/// A client and all that it was told.
///
/// Its loop's thread only.
final class Watch: SyncClientDelegate {
    private let client: SyncClient
    /// The revisions that an edit was acknowledged at, by `ref`: one each, if all is well.
    private(set) var acknowledged: [Int: [Int]] = [:]
    /// The edits that were told, in order.
    private(set) var edits: [ServerMessage.Edit] = []
    /// How often the state was replaced by a snapshot.
    private(set) var snapshotCount = 0
    /// Why the connection was lost, each time.
    private(set) var losses: [String] = []
    var lossCount: Int { losses.count }
    /// How often it was told that the history is another one.
    private(set) var historyCount = 0
    /// Why the client gave up.
    private(set) var failure: ExitStatus?
    private var stopAt: UInt64?

    init(
        _ url: DocumentURL,
        on loop: EventLoop,
        key: ClientKey?,
        name: String,
        transcript: String? = nil,
        goesOnOffline: Bool = false,
        limits: ClientLimits = ClientLimits()
    ) {
        client = SyncClient(
            url,
            on: loop,
            key: key,
            name: name,
            transcript: transcript.map { TranscriptFile(path: $0) },
            goesOnOffline: goesOnOffline
        )
        client.limits = limits
        client.delegate = self
        loop.onAlarm = { [unowned self] now in
            if let stopAt, stopAt <= now { return loop.stop() }
            client.wake(now: now)
        }
        client.start()
    }

    var isLive: Bool { client.replica.isLive }
    var isSynced: Bool { client.replica.isSynced }
    var pendingCount: Int { client.replica.pendingCount }
    var divergenceCount: Int { client.replica.divergenceCount }
    /// What the server has confirmed, and how far that is.
    var document: Document { client.replica.confirmed }
    var revision: Int { client.replica.position?.revision ?? 0 }

    func ping() { client.ping() }

    func retryNow() { client.retryNow() }

    /// The loop's clock.
    var now: UInt64 { client.loop.now }

    /// Does something with the replica, and what follows from it.
    func update<Result>(_ body: (inout Replica) -> Result) -> Result { client.update(body) }

    /// Adds one emoji; nil before the first welcome.
    func add(x: Int, y: Int) -> EmojiID? {
        guard let text = try? EmojiText("🌲") else { return nil }
        return client.update { replica in
            guard let id = replica.mintID() else { return nil }
            replica.edit(.operation(.add([NewEmoji(id: id, text: text, x: x, y: y, size: 40)])))
            return id
        }
    }

    /// The members other than this one.
    var others: [Replica.RemoteMember] {
        client.replica.members.filter { $0.key != client.replica.member }.map(\.value)
    }

    /// This connection's number among the members; nil while not joined.
    var member: Int? { client.replica.member }

    /// The numbers of all members that are here.
    var memberNumbers: Set<Int> { Set(client.replica.members.keys) }

    /// Ends the loop at once.
    func stop() { client.loop.stop() }

    /// Says goodbye, and ends the loop when that has gone out.
    func leave() {
        client.end()
        stopAt = now + 20
        client.loop.setAlarm(at: now + 20)
    }

    func client(_ client: SyncClient, tells effect: ReplicaEffect) {
        switch effect {
        case .acknowledged(_, let ref, let revision, _):
            acknowledged[ref, default: []].append(revision)
        case .edited(let edit, _): edits.append(edit)
        case .replaced: snapshotCount += 1
        case .historyReplaced: historyCount += 1
        case .refused, .presence, .send, .keep, .keepAnew, .joined, .history, .diverged, .pong,
            .access, .wake, .undecided, .reconnect, .violated:
            break
        }
    }

    func client(_ client: SyncClient, lost reason: String, retryIn milliseconds: UInt64) {
        losses.append(reason)
    }

    func client(_ client: SyncClient, failed status: ExitStatus) { failure = status }
}
