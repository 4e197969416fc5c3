import EmojiArt
import Foundation
import Testing
import Wire

@testable import Hosting
@testable import Operations
@testable import emojiart_server

/// What waits for hooks: verdicts in order, events at most now and then.
struct HookTests {
    private static func name(_ text: String = "picnic") throws -> DocumentName {
        try #require(DocumentName(text))
    }

    private static func edit(_ x: Int) -> ClientMessage.Request {
        .operation(.move(ids: [EmojiID(client: 1, counter: 1)], dx: x, dy: 0))
    }

    /// An event of a document.
    private static func event(
        _ kind: DocumentEvent,
        _ revision: Int,
        of name: String = "picnic"
    ) throws -> WebhookEvent {
        WebhookEvent(kind: kind, name: try Self.name(name), revision: revision)
    }

    /// What may go on now.
    private static func settled(
        _ held: inout HeldEdits
    ) -> [ClientMessage.Edit] {
        var settled: [ClientMessage.Edit] = []
        while let next = held.takeSettled() { settled.append(next) }
        return settled
    }

    @Test func `edits go on in their order, whatever the order of the verdicts`() {
        var held = HeldEdits()
        for seq in 1...4 { held.hold(.init(seq: seq, mark: 1, Self.edit(seq))) }
        held.settle(seq: 3, .refuse)
        let none = Self.settled(&held)
        #expect(none.isEmpty)
        held.settle(seq: 1, .accept)
        let first = Self.settled(&held)
        #expect(first.map(\.seq) == [1])
        held.settle(seq: 2, .replace(.background(.blank)))
        let next = Self.settled(&held)
        #expect(next.map(\.seq) == [2, 3])
        #expect(next.map(\.request) == [.operation(.background(.blank)), .invalid(.againstRule)])
        #expect(held.count == 1)
        held.settle(seq: 9, .accept)
        let unknown = Self.settled(&held)
        #expect(unknown.isEmpty)
    }

    @Test func `nothing takes the place of an undo`() {
        var held = HeldEdits()
        held.hold(.init(seq: 1, mark: 1, .walk(.undo)))
        held.hold(.init(seq: 2, mark: 2, .walk(.redo)))
        held.settle(seq: 1, .replace(.background(.blank)))
        held.settle(seq: 2, .accept)
        let taken3 = Self.settled(&held)
        #expect(taken3.map(\.request) == [.invalid(.againstRule), .walk(.redo)])
    }

    @Test(arguments: [
        (#"{"verdict":"accept"}"#, EditVerdict.accept), (#"{"verdict":"refuse"}"#, .refuse),
        (
            #"{"verdict":"replace","operation":{"type":"background","url":null}}"#,
            .replace(.background(.blank))
        ),
        (#"{"verdict":"perhaps"}"#, nil), ("{}", nil), ("", nil), ("[]", nil),
        (#"{"verdict":"replace"}"#, nil),
        (#"{"verdict":"replace","operation":{"type":"restore","emojis":[]}}"#, nil),
    ])
    func `a verdict has one of three forms`(text: String, verdict: EditVerdict?) {
        var decoder = MessageDecoder()
        #expect((try? decoder.ruleVerdict(Array(text.utf8).span)) == verdict)
    }

    @Test func `a document's changes are told together, and its making at once`() throws {
        var queue = WebhookQueue(debounce: 10_000)
        _ = queue.add(try Self.event(.created, 0), now: 0)
        for revision in 1...100 {
            _ = queue.add(try Self.event(.changed, revision), now: UInt64(revision))
        }
        let made = queue.takeDue(now: 100)
        #expect(made.map(\.kind) == [.created])
        queue.finish(made[0], isTaken: true, now: 100)
        #expect(queue.nextDue == 10_001)
        let changed = queue.takeDue(now: 10_001)
        #expect(changed.map(\.revision) == [100])
        // What happens while it is told is told afterwards, not at once.
        _ = queue.add(try Self.event(.changed, 101), now: 10_002)
        #expect(queue.takeDue(now: 10_003).isEmpty)
        queue.finish(changed[0], isTaken: true, now: 10_003)
        #expect(queue.nextDue == 20_003)
        let last = queue.takeDue(now: 20_003)
        #expect(last.map(\.revision) == [101])
        queue.finish(last[0], isTaken: true, now: 20_003)
        #expect(queue.nextDue == nil)
    }

    @Test func `an event that is not taken is tried again, ever later, and then given up`() throws {
        var queue = WebhookQueue(debounce: 0)
        _ = queue.add(try Self.event(.changed, 1), now: 0)
        var now: UInt64 = 0
        var waits: [UInt64] = []
        while let due = queue.nextDue {
            waits.append(due - now)
            now = due
            let events = queue.takeDue(now: now)
            try #require(events.count == 1)
            queue.finish(events[0], isTaken: false, now: now)
        }
        #expect(waits.count == WebhookQueue.triesMax)
        #expect(waits == waits.sorted())
        #expect(waits.last == 512_000)
    }

    @Test func `somebody who is back in time was never gone`() throws {
        var queue = WebhookQueue(debounce: 1_000)
        let name = try Self.name()
        _ = queue.add(WebhookEvent(kind: .empty, name: name, revision: 1), now: 0)
        queue.withdraw(.empty, of: name)
        #expect(queue.takeDue(now: 5_000).isEmpty)
    }

    @Test func `events of too many documents push out the oldest`() throws {
        var queue = WebhookQueue(debounce: 1_000)
        for number in 0...WebhookQueue.entriesMax {
            _ = queue.add(try Self.event(.changed, 1, of: "d\(number)"), now: UInt64(number))
        }
        #expect(queue.nextDue == 1_001)
    }

    @Test func `a signature is an HMAC of time and body`() {
        // Worked with another program: openssl dgst -sha256 -hmac key.
        let signature = HookSignature(secret: Array("key".utf8))
        #expect(signature.value(of: Array("{}".utf8), at: 1) == "t=1,v1=" + Self.worked)
    }

    private static let worked = "1ba6b8171186efc613e8bcc0cbdab2748f24984d7c5a84faa2637afa0e40d224"

    @Test(arguments: [
        ("{}", nil), (#"{"picnic":{}}"#, nil), ("[]", "not a file of locks"),
        (#"{"Picnic":{}}"#, "not a document name"),
        (#"{"picnic":{"regions":[{"x":[2,1],"y":[0,1]}]}}"#, "a region must be"),
        (#"{"picnic":{"emojis":["1"]}}"#, "not an emoji id"),
        (#"{"picnic":{"regions":[{"x":[1,2],"y":[0,1]}],"emojis":["1.1"]}}"#, nil),
    ])
    func `a file of locks says what is wrong with it`(text: String, fault: String?) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        do throws(ConfigurationError) {
            _ = try LockFile.rule(in: file.path)
            #expect(fault == nil)
        } catch {
            #expect(fault.map { "\(error)".contains($0) } == true, "\(error)")
        }
    }
}
