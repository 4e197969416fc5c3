/// A named row of emojis to choose from.
public struct Palette: Equatable, Sendable {
    /// The name to show.
    public let name: String
    /// The emojis in the order of the palette; one may stand twice.
    public let emojis: [EmojiText]

    /// Makes a palette.
    public init(name: String, emojis: [EmojiText]) {
        self.name = name
        self.emojis = emojis
    }

    /// The emojis as a view shows them: each once, where it stands first.
    public var distinctEmojis: [EmojiText] {
        var seen: Set<EmojiText> = []
        return emojis.filter { seen.insert($0).inserted }
    }

    /// The palettes that every client offers: those of the EmojiArt app, character for character.
    ///
    /// Some are bare characters without U+FE0F, which a renderer may add for display.
    public static let builtIn: [Palette] = [
        Palette("Vehicles", of: vehicles),
        Palette("Sports", of: "🏈⚾️🏀⚽️🎾🏐🥏🏓⛳️🥅🥌🏂⛷🎳"),
        Palette("Music", of: "🎼🎤🎹🪘🥁🎺🪗🪕🎻"),
        Palette("Animals", of: animals),
        Palette("Animal Faces", of: "🐵🙈🙊🙉🐶🐱🐭🐹🐰🦊🐻🐼🐻‍❄️🐨🐯🦁🐮🐷🐸🐲"),
        Palette("Flora", of: "🌲🌴🌿☘️🍀🍁🍄🌾💐🌷🌹🥀🌺🌸🌼🌻"),
        Palette("Weather", of: "☀️🌤⛅️🌥☁️🌦🌧⛈🌩🌨❄️💨☔️💧💦🌊☂️🌫🌪"),
        Palette("COVID", of: "💉🦠😷🤧🤒"),
        Palette("Faces", of: faces),
    ]

    private static let vehicles = """
        🚙🚗🚘🚕🚖🏎🚚🛻🚛🚐🚓🚔🚑🚒🚀✈️🛫🛬🛩🚁\
        🛸🚲🏍🛶⛵️🚤🛥🛳⛴🚢🚂🚝🚅🚆🚊🚉🚇🛺🚜
        """

    private static let animals = """
        🐥🐣🐂🐄🐎🐖🐏🐑🦙🐐🐓🐁🐀🐒🦆🦅🦉🦇🐢🐍\
        🦎🦖🦕🐅🐆🦓🦍🦧🦣🐘🦛🦏🐪🐫🦒🦘🦬🐃🦙🐐\
        🦌🐕🐩🦮🐈🦤🦢🦩🕊🦝🦨🦡🦫🦦🦥🐿🦔
        """

    private static let faces = """
        😀😃😄😁😆😅😂🤣🥲☺️😊😇🙂🙃😉😌😍🥰😘😗\
        😙😚😋😛😝😜🤪🤨🧐🤓😎🥸🤩🥳😏😞😔😟😕🙁\
        ☹️😣😖😫😩🥺😢😭😤😠😡🤯😳🥶😥😓🤗🤔🤭🤫\
        🤥😬🙄😯😧🥱😴🤮😷🤧🤒🤠
        """

    /// Splits a text into its characters.
    ///
    /// One that is no emoji would be left out: a test counts them.
    private init(_ name: String, of characters: String) {
        self.init(name: name, emojis: characters.compactMap { try? EmojiText(String($0)) })
    }
}
