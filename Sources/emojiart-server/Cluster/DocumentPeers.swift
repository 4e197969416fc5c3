internal import Cluster
internal import DequeModule
internal import EmojiArt
internal import Sync
internal import WebSockets
internal import Wire

/// The members that a document has on other nodes.
///
/// ```
/// first member here ─► news, all, "who else?" ─► every node with members ─► news, all
/// session.share ─► news ···► the others ─ numbers of their own ─► session.takeIn
/// ```
///
/// A node tells only while it has members, and only while another one has: nobody hears of a
/// document of one node. One that comes is told to from its first word on, be its member known or
/// not. What is told is numbered, and may be lost: a gap has the receiver ask. A
/// node that is not heard of any more had its end, and its members theirs.
final class DocumentPeers {
    /// Another node with members.
    private struct Peer {
        /// The last news of it; nil before all of it was told.
        var number: Int?
        /// Its members' numbers here, by its own.
        var members: [Int: Int] = [:]
        var heardAt: UInt64
    }

    private let subject: String
    private let cluster: ClusterLink
    private unowned let document: OpenDocument
    private unowned let server: Server
    /// Who this node is while it has members; nil while it has none.
    private var life: UInt64?
    private var lastNumber = 0
    private var subscription: Broker.Subscription?
    private var peers: [UInt64: Peer] = [:]
    /// Whose members those of other nodes are, by their numbers here.
    private var owners: [Int: (node: UInt64, member: Int)] = [:]
    /// News of what its sender's members knew, and those here do not yet.
    private var early: Deque<PeerMessage> = []
    /// Whether edits are told in this turn: what they do to presence comes before news.
    private var isTelling = false
    private var stillAt: UInt64 = 0
    /// The last revision that members of any node know, as far as was told.
    private var newest = 0
    /// When a node that knows of no other asks again whether there is one.
    private var questionAt: UInt64 = 0

    /// How often a node says that it is there, and after what silence it is not, in milliseconds.
    private static let stillMilliseconds: UInt64 = 2_000
    private static let silenceMilliseconds: UInt64 = 7_000
    private static let questionMilliseconds: UInt64 = 30_000
    /// News that wait; beyond it all of them are asked for anew.
    private static let earlyMax = 256

    init(of document: OpenDocument, by cluster: ClusterLink, on server: Server) {
        self.document = document
        self.cluster = cluster
        self.server = server
        subject = "presence." + String(document.session.epoch, radix: 16)
    }

    /// Returns true for a member that is connected to another node.
    func has(_ member: Int) -> Bool { owners[member] != nil }

    /// Whether no other node has members, as far as is known.
    var isAlone: Bool { peers.isEmpty }

    // MARK: Members here

    /// A member came, maybe the first.
    func begin() {
        guard life == nil else { return }
        let life = Chance.epoch()
        self.life = life
        lastNumber = 0
        let (mailbox, id, name) = (server.journalMailbox, document.id, document.name)
        subscription = cluster.hear(subject) { bytes in
            mailbox.post(
                .errand { server in
                    guard case .open(let document) = server.documents[name], document.id == id
                    else { return }
                    document.peers?.receive(bytes)
                }
            )
        }
        introduce(asks: true)
        setStill(after: server.now)
        questionAt = server.now + Self.questionMilliseconds
        server.wake(at: stillAt)
    }

    /// The last member left: nothing is told, and nobody need be known.
    func end() {
        guard life != nil else { return }
        say(.end)
        life = nil
        subscription = nil
        early = []
        for node in peers.keys { forget(node) }
    }

    /// The brokers can be reached again: who else is there may have changed.
    func reconnect() { if life != nil { introduce(asks: true) } }

    /// Tells the others of members here.
    func share(_ messages: [[UInt8]]) { for bytes in messages { tell(bytes) } }

    /// Has the connection of another node's member closed.
    func close(_ member: Int, _ code: CloseCode, _ reason: String) {
        guard let (node, number) = owners.removeValue(forKey: member) else { return }
        peers[node]?.members[number] = nil
        say(.close(node: node, member: number, code: Int(code.rawValue), reason: reason))
    }

    /// Says that this node is there, and forgets those that have not said it.
    func wake(now: UInt64) {
        guard life != nil else { return }
        if now >= stillAt {
            setStill(after: now)
            if newest > document.session.revision { document.order?.look() }
            for (node, peer) in peers where now >= peer.heardAt + Self.silenceMilliseconds {
                forget(node)
                // It may only have stood still, and has forgotten this one in turn.
                questionAt = now
            }
            if !peers.isEmpty {
                say(.nothing)
            } else if now >= questionAt {
                questionAt = now + Self.questionMilliseconds
                say(.question(to: nil))
            }
        }
        server.wake(at: stillAt)
    }

    /// Members here are told edits in this turn, and may be told presence before them.
    func released() { isTelling = true }

    /// Members here know more now, and news may have waited for it.
    ///
    /// - Returns: whether there were some, to be told in another turn, after the edits.
    func endTurn() -> Bool {
        isTelling = false
        let revision = document.session.releasedRevision
        let count = early.count
        while let message = early.first, message.revision <= revision {
            early.removeFirst()
            takeIn(message)
        }
        return early.count < count
    }

    /// At the same moment for all documents, so that one alarm does.
    private func setStill(after now: UInt64) {
        stillAt = (now / Self.stillMilliseconds + 1) * Self.stillMilliseconds
    }

    // MARK: To the others

    private func introduce(asks: Bool) {
        document.session.isShared = !peers.isEmpty
        for (index, bytes) in document.session.presenceHere().enumerated() {
            tell(bytes, asks: asks && index == 0)
        }
    }

    private func tell(_ news: [UInt8], asks: Bool = false) {
        guard let life else { return }
        lastNumber += 1
        cluster.tell(
            PeerMessage.encoded(
                node: life,
                number: lastNumber,
                revision: document.session.releasedRevision,
                asks: asks,
                news: news
            ),
            to: subject
        )
    }

    private func say(_ body: PeerMessage.Body) {
        guard let life else { return }
        let revision = document.session.releasedRevision
        let message = PeerMessage(node: life, number: lastNumber, revision: revision, body: body)
        cluster.tell(message.encoded, to: subject)
    }

    // MARK: From the others

    private func receive(_ bytes: [UInt8]) {
        guard let life else { return }
        // Another version's news are none: its members are not seen here, and their edits are.
        guard let message = try? PeerMessage(decoding: bytes, with: &server.decoder),
            message.node != life
        else { return }
        peers[message.node]?.heardAt = server.now
        newest = max(newest, message.revision)
        switch message.body {
        case .news:
            if !isTelling, early.isEmpty, message.revision <= document.session.releasedRevision {
                takeIn(message)
                server.touch(document)
            } else if early.count < Self.earlyMax {
                early.append(message)
            } else {
                early = []
                for node in peers.keys { peers[node]?.number = nil }
                say(.question(to: nil))
            }
        case .nothing: check(message)
        case .end: forget(message.node)
        case .question(let node):
            guard node ?? life == life else { return }
            introduce(asks: peers[message.node]?.number == nil)
        case .close(let node, let member, let code, let reason):
            guard node == life, let guest = document.guests[member],
                let code = CloseCode(rawValue: UInt16(clamping: code))
            else { return }
            server.part(guest)
            guest.close(code, reason)
        }
    }

    /// Whether all news came that a node has told.
    private func check(_ message: PeerMessage) {
        guard early.isEmpty, peers[message.node]?.number != message.number else { return }
        if peers[message.node] == nil { peers[message.node] = Peer(heardAt: server.now) }
        say(.question(to: message.node))
    }

    private func takeIn(_ message: PeerMessage) {
        guard case .news(let update) = message.body else { return }
        let node = message.node
        var peer = peers[node] ?? Peer(heardAt: server.now)
        if update.isFull {
            let named = Set(update.members.map(\.member))
            for (number, member) in peer.members where !named.contains(number) {
                peer.members[number] = nil
                drop(member)
            }
        } else if peer.number.map({ message.number != $0 + 1 }) ?? true {
            // Something was lost: all of it comes anew.
            peers[node] = peer
            if message.number > peer.number ?? 0 { say(.question(to: node)) }
            return
        }
        peer.number = message.number
        for number in update.left {
            if let member = peer.members.removeValue(forKey: number) { drop(member) }
        }
        for var patch in update.members {
            let number = patch.member
            let member = peer.members[number] ?? server.documents.nextRemoteMember()
            peer.members[number] = member
            owners[member] = (node, number)
            patch.member = member
            document.session.takeIn(patch, asOf: message.revision)
        }
        peers[node] = peer
        // What happened here since this node told all, while it knew of nobody, was not told.
        if message.asks || !document.session.isShared { introduce(asks: false) }
    }

    private func forget(_ node: UInt64) {
        early.removeAll { $0.node == node }
        guard let peer = peers.removeValue(forKey: node) else { return }
        for member in peer.members.values { drop(member) }
        document.session.isShared = !peers.isEmpty
        server.touch(document)
    }

    private func drop(_ member: Int) {
        owners[member] = nil
        document.session.leave(member)
    }
}
