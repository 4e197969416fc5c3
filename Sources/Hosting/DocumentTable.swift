package import EmojiArt
internal import Tokens
internal import WebSockets

/// Which documents are open or on their way, and all connections and exchanges that wait.
package struct DocumentTable {
    /// How far a document has come.
    package enum Slot {
        case loading(Waiting)
        case open(OpenDocument)
    }

    /// Who waits for a document.
    package struct Waiting {
        var guests: [Guest] = []
        /// Whether it is made for them.
        var isCreating = false
        var requests: [(DocumentRequest, HTTPExchange)] = []
        /// Whether its name has changed hands meanwhile: what comes is another's, and is looked for
        /// anew.
        var isDistrusted = false
    }

    private let headcount: Headcount
    private var slots: [DocumentName: Slot] = [:]
    private var allGuests: [Int: Guest] = [:]
    private var lastOpening = 0

    /// Makes an empty one, whose connections count with those of other loops.
    init(_ headcount: Headcount = Headcount()) { self.headcount = headcount }

    /// How far a document has come; nil when it is neither open nor being loaded.
    package subscript(name: DocumentName) -> Slot? { slots[name] }

    /// The documents in memory.
    package var open: [OpenDocument] {
        slots.values.compactMap { slot in
            if case .open(let document) = slot { document } else { nil }
        }
    }

    var guests: [Guest] { Array(allGuests.values) }

    /// A document in memory, if it is still there since it was opened so.
    func find(_ name: DocumentName, opening: Int) -> OpenDocument? {
        guard case .open(let document) = slots[name], document.opening == opening else {
            return nil
        }
        return document
    }

    mutating func nextOpening() -> Int {
        lastOpening += 1
        return lastOpening
    }

    var silentCount: Int { headcount.silentCount }

    mutating func add(_ guest: Guest) {
        allGuests[guest.number] = guest
        headcount.changeSilent(by: 1)
    }

    mutating func remove(_ guest: Guest) {
        allGuests.removeValue(forKey: guest.number)
        heard(guest)
        if let user = guest.grant?.user { headcount.leave(user) }
    }

    /// A connection said hello, or is gone.
    func heard(_ guest: Guest) {
        guard guest.isSilent else { return }
        guest.isSilent = false
        headcount.changeSilent(by: -1)
    }

    /// Gives a connection what its token grants; false when its user has as many as it may have.
    func grant(_ grant: Grant, to guest: Guest, countMax: Int) -> Bool {
        if let user = grant.user, !headcount.enter(user, countMax: countMax) { return false }
        guest.grant = grant
        return true
    }

    mutating func wait(_ guest: Guest, for name: DocumentName) {
        change(name) { $0.guests.append(guest) }
    }

    mutating func wait(_ request: (DocumentRequest, HTTPExchange), for name: DocumentName) {
        change(name) { $0.requests.append(request) }
    }

    /// A document that somebody waits for is being made.
    mutating func create(_ name: DocumentName) { change(name) { $0.isCreating = true } }

    /// The name of a document that is on its way changes hands.
    mutating func distrust(_ name: DocumentName) { change(name) { $0.isDistrusted = true } }

    /// Whether what came has to be looked for anew, which it is from now on.
    mutating func takeDistrust(of name: DocumentName) -> Bool {
        guard case .loading(let waiting) = slots[name], waiting.isDistrusted else { return false }
        change(name) { $0.isDistrusted = false }
        return true
    }

    private mutating func change(_ name: DocumentName, _ body: (inout Waiting) -> Void) {
        var waiting = Waiting()
        if case .loading(let others) = slots[name] { waiting = others }
        body(&waiting)
        slots[name] = .loading(waiting)
    }

    /// Takes those who wait for a document, which is then not on its way any more.
    mutating func takeWaiting(for name: DocumentName) -> Waiting {
        guard case .loading(let waiting) = slots.removeValue(forKey: name) else { return Waiting() }
        return waiting
    }

    mutating func insert(_ document: OpenDocument) { slots[document.name] = .open(document) }

    mutating func remove(_ name: DocumentName) { slots.removeValue(forKey: name) }
}
