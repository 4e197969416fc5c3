import EmojiArt
import Testing

struct PaletteTests {
    @Test func `there are nine palettes with their names`() {
        #expect(
            Palette.builtIn.map(\.name) == [
                "Vehicles", "Sports", "Music", "Animals", "Animal Faces", "Flora", "Weather",
                "COVID", "Faces",
            ]
        )
        // A character that is refused would be missing: 251 were counted in the app's own list.
        #expect(Palette.builtIn.map(\.emojis.count) == [39, 14, 9, 57, 20, 16, 19, 5, 72])
    }

    @Test func `palette emojis without a variation selector stay bare`() {
        let bare = Palette.builtIn.flatMap(\.emojis).filter { text in
            let scalars = text.string.unicodeScalars
            return scalars.count == 1 && scalars.first?.properties.isEmojiPresentation == false
        }
        #expect(bare.map(\.string).joined() == "🏎🛩🏍🛥🛳⛴⛷🕊🐿🌤🌥🌦🌧⛈🌩🌨🌫🌪")
    }

    @Test func `a view shows each emoji of a palette once`() {
        #expect(Palette.builtIn.map(\.distinctEmojis.count) == [39, 14, 9, 55, 20, 16, 19, 5, 72])
        let two = [Fixture.text("❤"), Fixture.text("❤️")]
        #expect(Palette(name: "Hearts", emojis: two + two).distinctEmojis == two)
    }
}
