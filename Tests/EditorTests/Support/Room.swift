import EmojiArt
import Wire

@testable import Sync
@testable import emojiart

/// A server in memory that several editors are joined to, in virtual time.
///
/// All is durable at once, and messages arrive when `settle` is called.
final class Room {
    private var session: DocumentSession
    private var decoder = MessageDecoder()
    private(set) var now: UInt64 = 10_000
    private(set) var people: [Person] = []
    /// The edits that the server put in order.
    private(set) var edits: [Operation] = []
    private var inboxes: [Int: [[UInt8]]] = [:]
    /// The messages of all edits; the first is that of revision 1.
    private var log: [[UInt8]] = []
    /// The next revision that each member reads.
    private var followers: [Int: Int] = [:]
    private var nextNumber = 1

    init() {
        do {
            guard let name = DocumentName("picnic") else {
                preconditionFailure("It is a document's name.")
            }
            session = try DocumentSession(LoadedDocument(name: name, epoch: 0xe1))
        } catch {
            preconditionFailure("An empty journal gives a document: \(error).")
        }
    }

    var document: Document { session.ledger.state.document }

    func join(_ name: String, columns: Int = 80, rows: Int = 24, isReadOnly: Bool = false) -> Person
    {
        let person = Person(name, in: self, columns: columns, rows: rows, isReadOnly: isReadOnly)
        people.append(person)
        connect(person)
        // Who is here is told with the presence, which waits its turn.
        advance(by: 100)
        return person
    }

    /// Adds emojis by the command line of someone who is there; returns their ids.
    @discardableResult
    func add(_ person: Person, _ emojis: [(text: String, x: Int, y: Int)]) -> [EmojiID] {
        let before = Set(document.emojis.keys)
        for emoji in emojis { person.command("add \(emoji.text) \(emoji.x) \(emoji.y)") }
        person.command("select none")
        return document.emojis.keys.filter { !before.contains($0) }.sorted()
    }

    func connect(_ person: Person) {
        person.number = nextNumber
        nextNumber += 1
        person.replica.connected()
        settle()
    }

    func disconnect(_ person: Person) {
        guard let number = person.number else { return }
        person.number = nil
        inboxes[number] = nil
        followers[number] = nil
        session.leave(number)
        person.replica.disconnected()
        person.replica.effects = []
        person.editor.lose("the connection was lost", retryAt: now + 1_000)
        settle()
    }

    /// Lets time pass; all that was due happens.
    func advance(by milliseconds: UInt64) {
        let end = now + milliseconds
        while now < end {
            now = min(now + 10, end)
            for person in people {
                person.replica.wake(now: now)
                person.act { $0.wake() }
            }
            settle()
        }
    }

    func settle() {
        var isMoving = true
        while isMoving {
            isMoving = false
            for person in people {
                let sent = person.takeSent()
                for message in sent {
                    isMoving = true
                    receive(message, from: person)
                }
            }
            session.wake(now: now)
            carryOut()
            for (number, next) in followers where next <= log.count {
                inboxes[number, default: []] += log[(next - 1)...]
                followers[number] = log.count + 1
            }
            for person in people {
                guard let number = person.number, let inbox = inboxes.removeValue(forKey: number)
                else { continue }
                isMoving = true
                for message in inbox { person.replica.receive(message.span) }
            }
        }
    }

    private func receive(_ message: [UInt8], from person: Person) {
        guard let number = person.number else { return }
        do throws(DecodeError) {
            switch try decoder.clientMessage(message.span) {
            case .hello(let hello): session.join(number, hello)
            case let other: session.receive(other, from: number, time: Int(now))
            }
        } catch {
            preconditionFailure("A replica speaks the protocol: \(error).")
        }
        carryOut()
    }

    private func carryOut() {
        while !session.effects.isEmpty {
            let effects = session.effects
            session.effects = []
            for effect in effects { carryOut(effect) }
        }
    }

    private func carryOut(_ effect: SessionEffect) {
        switch effect {
        case .commit(let record):
            if case .edit(_, _, _, _, let message, _) = record { note(message) }
            session.committed(1)
        case .append(let message, _): log.append(message)
        case .send(let number, let message): inboxes[number, default: []].append(message)
        case .sendSnapshot(let number, let snapshot, let seq):
            inboxes[number, default: []] += [snapshot.first(seq: seq)] + snapshot.rest
        case .sendEverybody(let number, let messages, _):
            inboxes[number, default: []] += messages
        case .write(let draft): session.written(draft.written())
        case .follow(let number, let revision): followers[number] = revision + 1
        case .sendPresence(let numbers, let message, _):
            for number in numbers { inboxes[number, default: []].append(message) }
        case .close(_, _, let reason): preconditionFailure("closed: \(reason)")
        case .forget, .wake, .store, .state, .probe: return
        }
    }

    private func note(_ message: [UInt8]) {
        guard case .edit(let edit) = try? decoder.serverMessage(message.span) else {
            preconditionFailure("What the journal stores is an edit message.")
        }
        edits.append(edit.operation)
    }
}
