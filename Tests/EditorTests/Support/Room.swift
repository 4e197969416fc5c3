import EmojiArt
import Wire

@testable import FuzzTargets
@testable import Sync
@testable import emojiart

/// A server in memory that several editors are joined to, in virtual time.
///
/// All is durable at once, and messages arrive when `settle` is called.
final class Room {
    private let bench: SessionBench
    private(set) var people: [Person] = []

    init() {
        bench = Self.hold { () throws(Finding) in try SessionBench() }
        turn(after: 10_000)
    }

    var now: UInt64 { bench.now }

    var document: Document { bench.session.ledger.state.document }

    /// The edits that the server put in order.
    var edits: [Operation] {
        var decoder = MessageDecoder()
        var edits: [Operation] = []
        for stored in bench.book.edits {
            guard case .edit(let edit) = try? decoder.serverMessage(stored.message.span) else {
                preconditionFailure("What the journal stores is an edit message.")
            }
            edits.append(edit.operation)
        }
        return edits
    }

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
        person.replica.connected()
        settle()
    }

    func disconnect(_ person: Person) {
        guard let number = person.number else { return }
        person.number = nil
        Self.hold { () throws(Finding) in try bench.leave(number) }
        person.replica.disconnected()
        person.replica.effects = []
        person.editor.lose("the connection was lost", retryAt: now + 1_000)
        settle()
    }

    /// Lets time pass; all that was due happens.
    func advance(by milliseconds: UInt64) {
        let end = now + milliseconds
        while now < end {
            turn(after: Int(min(10, end - now)))
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
                for message in person.takeSent() {
                    isMoving = true
                    receive(message, from: person)
                }
            }
            turn(after: 0)
            for person in people {
                guard let number = person.number else { continue }
                for message in bench.read(number, atMost: .max) {
                    isMoving = true
                    person.replica.receive(message.span)
                }
            }
        }
    }

    private func turn(after milliseconds: Int) {
        Self.hold { () throws(Finding) in try bench.turn(after: milliseconds) }
    }

    private func receive(_ bytes: [UInt8], from person: Person) {
        var decoder = MessageDecoder()
        guard let message = try? decoder.clientMessage(bytes.span) else {
            preconditionFailure("A replica speaks the protocol.")
        }
        Self.hold { () throws(Finding) in
            if case .hello(let hello) = message {
                person.number = try bench.join(hello)
            } else if let number = person.number {
                try bench.receive(message, from: number)
            }
            try bench.commit(.max)
        }
    }

    /// Does something with the session, which keeps its promises.
    private static func hold<Result>(_ body: () throws(Finding) -> Result) -> Result {
        do throws(Finding) { return try body() } catch { preconditionFailure("\(error)") }
    }
}
