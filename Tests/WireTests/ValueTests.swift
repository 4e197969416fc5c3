import EmojiArt
import TestKit
import Testing
import Wire

struct ValueTests {
    @Test func `CM1 a key is 32 lowercase hexadecimal digits`() {
        let text = "00ff0123456789abcdef000000000001"
        let key = ClientKey(text)
        #expect(key == ClientKey(high: 0x00ff_0123_4567_89ab, low: 0xcdef_0000_0000_0001))
        #expect(key?.text == text)
        for wrong in [
            "", "0", text + "0", String(text.dropLast()), text.uppercased(),
            String(repeating: "g", count: 32), String(repeating: " ", count: 32),
            "+" + text.dropFirst(),
        ] { #expect(ClientKey(wrong) == nil) }
    }

    @Test func `CM1 keys are random`() {
        var random = SplitMix64(seed: 1)
        let keys = (0..<100).map { _ in ClientKey(using: &random) }
        #expect(Set(keys).count == 100)
        for key in keys { #expect(ClientKey(key.text) == key) }
    }

    @Test func `CM1 a colour is six lowercase hexadecimal digits`() {
        for text in ["#000000", "#00000a", "#1565c0", "#ffffff"] {
            #expect(Colour(text)?.description == text)
        }
        for wrong in ["", "#", "#00000", "#0000000", "000000#", "#FFFFFF", "#00000g", "red"] {
            #expect(Colour(wrong) == nil)
        }
        #expect(Colour(rgb: 0xff12_3456).description == "#123456")
    }

    @Test func `CM1 the colour of a member depends on its number alone`() {
        #expect(Colour.ofMember(5) == Colour.ofMember(5))
        let first = (1...12).map { Colour.ofMember($0).rgb }
        #expect(Set(first).count == 12)
        for number in [0, Int.max, Int.min, -1] { _ = Colour.ofMember(number) }
    }

    @Test func `PR2 an absent field stays and null is cleared`() {
        var presence = Presence()
        let ids = [EmojiID(client: 1, counter: 1), EmojiID(client: 1, counter: 2)]
        let drag = Presence.Gesture.move(ids: ids, dx: 1, dy: 2)
        presence.apply(
            .init(selection: ids, cursor: Presence.Cursor(x: 1, y: 2), gesture: .some(drag))
        )
        presence.apply(.init())
        #expect(presence.selection == ids)
        #expect(presence.cursor == .init(x: 1, y: 2))
        #expect(presence.gesture == drag)
        presence.apply(.init(cursor: .some(nil)))
        #expect(presence.cursor == nil)
        #expect(presence.gesture == drag)
        presence.apply(.init(selection: [], gesture: .some(nil)))
        #expect(presence == Presence())
    }

    @Test func `PR2 a full patch makes any presence whole`() {
        var presence = Presence()
        presence.cursor = .init(x: 5, y: 5)
        var other = Presence()
        other.selection = [EmojiID(client: 9, counter: 9)]
        other.gesture = .scale(ids: other.selection, factor: .init(numerator: 5, denominator: 1))
        other.apply(.init(full: presence))
        #expect(other == presence)
        #expect(Presence.Patch().isEmpty)
        #expect(!Presence.Patch(full: presence).isEmpty)
    }

    @Test func `PR11 a delete leaves the selection`() {
        var presence = Presence()
        presence.selection = (1...3).map { EmojiID(client: 1, counter: $0) }
        let deleted = Set([presence.selection[1], EmojiID(client: 7, counter: 7)])
        #expect(presence.prune(deleted) == true)
        #expect(presence.selection.map(\.counter) == [1, 3])
        #expect(presence.prune(deleted) == false)
    }
}
