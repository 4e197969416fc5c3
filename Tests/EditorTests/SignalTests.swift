import EmojiArt
import Sync
import Terminal
import Testing
import Wire

@testable import emojiart

struct SignalTests {
    private let room = Room()
    private let ada: Person

    init() { ada = room.join("Ada") }

    @Test func `P9 what another says stands beside its cursor`() throws {
        let bob = room.join("Bob")
        bob.replica.point(at: .init(x: 0, y: 0), now: room.now)
        bob.replica.signal(.init(chat: "look 🌲 名前"), now: room.now)
        room.advance(by: 100)
        #expect(ada.sees("Bob: look"))
        #expect(ada.sees("名"))
        // Far right there is less room, and what is wide is not cut in half.
        bob.replica.point(at: .init(x: 780, y: 0), now: room.now)
        bob.replica.signal(.init(chat: String(repeating: "名", count: 64)), now: room.now)
        room.advance(by: 100)
        ada.draw()
        bob.replica.signal(.init(chat: .some(nil)), now: room.now)
        room.advance(by: 100)
        #expect(!ada.sees("Bob:"))
    }

    @Test func `P9 what is said without a cursor stands in the middle of what its member sees`() {
        let bob = room.join("Bob")
        let view = Presence.View(middle: .init(x: 0, y: 0), width: 800, height: 600)
        bob.replica.signal(.init(view: view, chat: "hello"), now: room.now)
        room.advance(by: 100)
        #expect(ada.sees("Bob: hello"))
    }

    @Test func `P9 a chat is told for five seconds, as far as there is room`() {
        let bob = room.join("Bob")
        ada.input(.mouse(Mouse(.move, column: 10, row: 10)))
        ada.command("say look over here")
        room.advance(by: 100)
        #expect(bob.replica.members[ada.number ?? 0]?.presence.signals.chat == "look over here")
        #expect(bob.sees("Ada: look over here"))
        room.advance(by: 5_000)
        #expect(bob.replica.members[ada.number ?? 0]?.presence.signals.chat == nil)
        let family = "👩‍👩‍👧‍👦"
        ada.command("say " + String(repeating: family, count: 80))
        let chat = ada.replica.ownPresence.signals.chat ?? ""
        #expect(!chat.isEmpty && chat.utf8.count <= Limits.chatBytesMax)
    }

    @Test func `P3 who does nothing is idle and then away, and pale in the list`() throws {
        let bob = room.join("Bob")
        ada.press(.left)
        func activity() -> Presence.Activity? {
            bob.replica.members[ada.number ?? 0]?.presence.signals.activity
        }
        func isPale() -> Bool {
            let frame = bob.draw()
            let columns = (0..<79).filter {
                frame[$0, 0].text == "A" && frame[$0 + 1, 0].text == "d"
            }
            return columns.contains { frame[$0, 0].style.attributes.contains(.dim) }
        }
        room.advance(by: 2_900)
        #expect(activity() == .active && !isPale())
        #expect(ada.editor.wakeAt.map { $0 <= room.now + 100 } == true)
        room.advance(by: 200)
        #expect(activity() == .idle && isPale())
        ada.press(.left)
        room.advance(by: 100)
        #expect(activity() == .active && !isPale())
        room.advance(by: 60_100)
        #expect(activity() == .away && isPale())
    }

    @Test func `P7 who points nowhere is followed by the middle of what it sees`() {
        let bob = room.join("Bob")
        let view = Presence.View(middle: .init(x: 400, y: 80), width: 800, height: 600)
        bob.replica.signal(.init(view: view), now: room.now)
        room.advance(by: 100)
        ada.command("follow bob")
        #expect(ada.editor.viewport.centre == .init(x: 400, y: 80))
    }
}
