internal import DequeModule
internal import EmojiArt
internal import Wire

/// The connections of a document, and the numbers of its clients.
///
/// A connection waits here until there is a snapshot for it; then it is a member.
struct Roster: ~Copyable {
    struct Member {
        let identity: ServerMessage.MemberIdentity
        /// The member's permissions; nil where everybody edits.
        var access: Access?
        /// True for a member with a key that may only view, and so has no number.
        let lacksNumber: Bool

        var mayEdit: Bool { access.mayEdit }
    }

    /// A connection that said hello and is no member yet.
    struct Newcomer {
        let member: Int
        let hello: ClientMessage.Hello
        var access: Access?
        /// The number of its client; nil for a viewer.
        let client: Int?
        /// True while the store is searched for answers to it.
        var isSearched = false
        /// The answers that the store had for it; nil if it was not searched.
        var found: AnswerSearch.Found?
    }

    /// The reason why a connection is not let in.
    enum Refusal: Error {
        /// The document has all the members that it may have.
        case members
        /// The document has all the clients that it may have, and this is another one.
        case clients
    }

    /// The number of clients that are remembered after they left without an edit.
    static let formerMax = 256

    /// The number of each client that is stored or connected.
    private(set) var keys: [ClientKey: Int] = [:]
    /// The clients that are connected and not stored, as they have not edited.
    private(set) var provisional: [Int: ClientKey] = [:]
    /// The numbers of clients that left without an edit, and their keys, the oldest first.
    private var former: [ClientKey: Int] = [:]
    private var formerKeys: Deque<ClientKey> = []
    /// The highest number that a client was ever given, as far as anything depends on it.
    private var lastClient: Int
    private(set) var members: [Int: Member] = [:]
    private var memberOfClient: [Int: Int] = [:]
    private var waiting: [Newcomer] = []

    /// Makes the roster of a document without connections.
    ///
    /// - Parameters:
    ///   - stored: the keys of the clients that are stored.
    ///   - lastClient: a number that no new client may get, nor any below it.
    init(keys stored: [Int: ClientKey], lastClient: Int) {
        for (number, key) in stored { keys[key] = number }
        self.lastClient = max(stored.keys.max() ?? 0, lastClient)
    }

    var isEmpty: Bool { members.isEmpty && waiting.isEmpty }

    /// The member that a client is connected as.
    func member(of client: Int) -> Int? { memberOfClient[client] }

    func isWaiting(_ number: Int) -> Bool { waiting.contains { $0.member == number } }

    // MARK: Joining

    /// Looks up the client of a connection, and gives a number to a new one that may edit.
    ///
    /// A document takes `membersMax` connections. A member's second connection is let in beyond it,
    /// as it takes the place of the first.
    mutating func admit(
        _ number: Int,
        _ hello: ClientMessage.Hello,
        _ access: Access?,
        membersMax: Int
    ) throws(Refusal) -> Newcomer {
        precondition(members[number] == nil, "A connection joins once.")
        var client = hello.key.flatMap { keys[$0] }
        let isBack = client.map { memberOfClient[$0] != nil } ?? false
        guard isBack || members.count + waiting.count < membersMax else { throw .members }
        if client == nil, access.mayEdit, let key = hello.key {
            guard keys.count < Limits.clientsMax,
                lastClient < Limits.identifierMax
            else { throw .clients }
            client = enrol(key)
        }
        return Newcomer(member: number, hello: hello, access: access, client: client)
    }

    /// Gives a number to a client that the document does not know.
    private mutating func enrol(_ key: ClientKey) -> Int {
        let number = former.removeValue(forKey: key) ?? lastClient + 1
        lastClient = max(lastClient, number)
        provisional[number] = key
        keys[key] = number
        return number
    }

    mutating func wait(_ newcomer: Newcomer, isSearched: Bool = false) {
        waiting.append(newcomer)
        waiting[waiting.count - 1].isSearched = isSearched
    }

    /// Removes and returns the newcomers that wait for a snapshot, in the order in which they came.
    mutating func takeWaiting() -> [Newcomer] {
        defer { waiting.removeAll { !$0.isSearched } }
        return waiting.filter { !$0.isSearched }
    }

    /// Removes and returns a newcomer for whom the store was searched; nil when it has left.
    mutating func takeSearched(_ number: Int, _ found: AnswerSearch.Found) -> Newcomer? {
        guard let index = waiting.firstIndex(where: { $0.member == number && $0.isSearched }) else {
            return nil
        }
        var newcomer = waiting.remove(at: index)
        (newcomer.isSearched, newcomer.found) = (false, found)
        return newcomer
    }

    /// Removes and returns a client's connections that wait: a newer one takes their place.
    mutating func takeWaiting(of client: Int) -> [Int] {
        let older = waiting.filter { $0.client == client }.map(\.member)
        if !older.isEmpty { waiting.removeAll { $0.client == client } }
        return older
    }

    /// Makes a newcomer a member.
    ///
    /// - Returns: the member that the same client was until now; it has to leave.
    mutating func enter(_ newcomer: Newcomer) -> Int? {
        let (number, client) = (newcomer.member, newcomer.client)
        members[number] = Member(
            identity: ServerMessage.MemberIdentity(
                client: client,
                name: newcomer.hello.name,
                colour: newcomer.hello.colour ?? .ofMember(client ?? number),
                user: newcomer.access?.user
            ),
            access: newcomer.access,
            lacksNumber: newcomer.hello.key != nil && client == nil
        )
        return client.flatMap { memberOfClient.updateValue(number, forKey: $0) }
    }

    mutating func permit(_ number: Int, _ access: Access) {
        members[number]?.access = access
        for index in waiting.indices where waiting[index].member == number {
            waiting[index].access = access
        }
    }

    // MARK: Clients

    /// Counts a client as stored; returns its key, if it was not stored yet.
    mutating func store(_ client: Int) -> ClientKey? { provisional.removeValue(forKey: client) }

    /// Removes a connection, and forgets its client if that has not edited and has no other one.
    ///
    /// - Returns: true if the connection was a member.
    mutating func leave(_ number: Int) -> Bool {
        if let index = waiting.firstIndex(where: { $0.member == number }) {
            if let client = waiting.remove(at: index).client { forgetIfUnused(client) }
        }
        guard let member = members.removeValue(forKey: number) else { return false }
        if let client = member.identity.client {
            if memberOfClient[client] == number { memberOfClient[client] = nil }
            forgetIfUnused(client)
        }
        return true
    }

    private mutating func forgetIfUnused(_ client: Int) {
        guard let key = provisional[client], memberOfClient[client] == nil,
            !waiting.contains(where: { $0.client == client })
        else { return }
        provisional[client] = nil
        keys[key] = nil
        former[key] = client
        formerKeys.append(key)
        if formerKeys.count > Self.formerMax { former[formerKeys.removeFirst()] = nil }
    }
}

extension Access? {
    /// True for an editor, and where everybody edits.
    fileprivate var mayEdit: Bool { map { $0.role >= .editor } ?? true }
}
