/// Brings colours of 24 bits down to what a terminal has.
struct ColourReducer {
    let level: ColourLevel
    /// The last colour and what it became, of foregrounds and of backgrounds: most cells have the
    /// colours of the cell before.
    private var foreground = (Paint.standard, Paint.standard)
    private var background = (Paint.standard, Paint.standard)

    init(_ level: ColourLevel) { self.level = level }

    mutating func reduce(_ look: Style) -> Style {
        if look.foreground != foreground.0 {
            foreground = (look.foreground, reduce(look.foreground))
        }
        if look.background != background.0 {
            background = (look.background, reduce(look.background))
        }
        return Style(foreground.1, on: background.1, look.attributes)
    }

    private func reduce(_ paint: Paint) -> Paint {
        guard paint != .standard else { return paint }
        return switch level {
        case .none: .standard
        case .sixteen: Paint(bits: Paint.named | Self.nearestNamed(paint.bits))
        case .palette256: Paint(bits: Paint.palette | Self.nearestOf256(paint.bits))
        case .truecolour: paint
        }
    }

    // MARK: Nearest colours

    /// The 16 colours as xterm has them; users choose others, but seldom far from them.
    private static let named: [UInt32] = [
        0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
        0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
    ]

    /// The steps of the cube of 6 x 6 x 6 colours, which begins at 16.
    private static let steps: [Int] = [0, 95, 135, 175, 215, 255]

    private static func nearestNamed(_ colour: UInt32) -> UInt32 {
        let distances = named.map { distance($0, colour) }
        var best = 0
        for index in distances.indices where distances[index] < distances[best] { best = index }
        return UInt32(best)
    }

    /// The nearest of the cube and of the 24 greys after it; the first 16 are the user's.
    private static func nearestOf256(_ colour: UInt32) -> UInt32 {
        let channels = channels(colour)
        let cube = channels.map(nearestStep)
        let cubeColour = cube.reduce(0) { $0 << 8 | UInt32(steps[$1]) }
        let grey = min(max((channels.reduce(0, +) / 3 - 3) / 10, 0), 23)
        let greyColour = UInt32(8 + 10 * grey) * 0x01_0101
        if distance(greyColour, colour) < distance(cubeColour, colour) { return UInt32(232 + grey) }
        return UInt32(16 + 36 * cube[0] + 6 * cube[1] + cube[2])
    }

    private static func nearestStep(_ value: Int) -> Int {
        // Half way between two steps lies 47.5, then 115 and every 40.
        value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40
    }

    private static func channels(_ colour: UInt32) -> [Int] {
        [Int(colour >> 16 & 0xff), Int(colour >> 8 & 0xff), Int(colour & 0xff)]
    }

    private static func distance(_ one: UInt32, _ other: UInt32) -> Int {
        zip(channels(one), channels(other)).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    }
}
