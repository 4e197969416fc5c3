import TestKit
import Testing

@testable import Terminal

struct ColourTests {
    /// One cell of each kind, painted on an empty window.
    private func painted(_ level: ColourLevel) -> String {
        var painter = Painter(Capabilities(colours: level))
        var frame = Grid(GridSize(columns: 8, rows: 1))
        frame.write("a", column: 0, row: 0, style: Style(Paint(rgb: 0xff8800)))
        frame.write(
            "b",
            column: 1,
            row: 0,
            style: Style(.standard, on: Paint(rgb: 0x0000c0), .bold)
        )
        frame.write("c", column: 2, row: 0, style: Style(Paint(rgb: 0x808080), .underline))
        let bytes = painter.paint(frame)
        return String(decoding: bytes, as: UTF8.self).replacing("\u{1b}[", with: "^")
    }

    @Test(arguments: [
        (
            ColourLevel.truecolour,
            "^38;2;255;136;0ma^1;39;48;2;0;0;192mb^22;4;38;2;128;128;128;49mc"
        ),
        (.palette256, "^38;5;208ma^1;39;48;5;19mb^22;4;38;5;244;49mc"),
        (.sixteen, "^33ma^1;39;44mb^22;4;90;49mc"),
        (.none, "a^1mb^22;4mc"),
    ])
    func `TC6 each level sends its own colours`(_ level: ColourLevel, _ golden: String) {
        #expect(painted(level) == "^m^2J^H" + golden)
    }

    @Test(arguments: [
        (0x000000, 16), (0xffffff, 231), (0x5f87af, 67), (0x080808, 232), (0xeeeeee, 255),
        (0x767676, 243), (0xff0000, 196),
    ])
    func `TC6 colours that the palette has are hit`(_ rgb: Int, _ number: Int) {
        var reducer = ColourReducer(.palette256)
        let look = Style(on: Paint(rgb: UInt32(rgb)))
        #expect(reducer.reduce(look).background.bits == Paint.palette | UInt32(number))
    }

    @Test func `TC6 the nearest of all is taken`() {
        let steps = [0, 95, 135, 175, 215, 255]
        var palette: [[Int]] = []
        for index in 0..<216 {
            palette.append([steps[index / 36], steps[index / 6 % 6], steps[index % 6]])
        }
        for index in 0..<24 { palette.append(Array(repeating: 8 + 10 * index, count: 3)) }
        var chance = SplitMix64(seed: 6)
        var reducer = ColourReducer(.palette256)
        for _ in 0..<2_000 {
            let rgb = Int.random(in: 0...0xffffff, using: &chance)
            let channels = [rgb >> 16, rgb >> 8 & 255, rgb & 255]
            func distance(_ colour: [Int]) -> Int {
                zip(colour, channels).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
            }
            let look = Style(Paint(rgb: UInt32(rgb)))
            let number = Int(reducer.reduce(look).foreground.bits & 0xff)
            let best = palette.map(distance).min()
            #expect(distance(palette[number - 16]) == best, "\(channels)")
        }
    }

    @Test(
        arguments: [
            (nil, [:], true, ColourLevel.none),
            (.sixteen, ["NO_COLOR": "1", "TERM": "dumb"], false, .sixteen),
            (nil, ["NO_COLOR": "1", "COLORTERM": "truecolor", "TERM": "xterm"], true, .none),
            (nil, ["NO_COLOR": "", "COLORTERM": "truecolor", "TERM": "xterm"], true, .truecolour),
            (nil, ["TERM": "dumb", "COLORTERM": "24bit"], true, .none),
            (nil, ["TERM": "xterm", "COLORTERM": "24bit"], false, .none),
            (nil, ["COLORTERM": "24bit"], true, .truecolour),
            (nil, ["TERM": "xterm-256color", "COLORTERM": "yes"], true, .palette256),
            (nil, ["TERM": "xterm-kitty"], true, .truecolour),
            (nil, ["TERM": "xterm-direct"], true, .truecolour),
            (nil, ["TERM": "foot-extra"], true, .truecolour),
            (nil, ["TERM": "tmux-256color"], true, .palette256),
            (nil, ["TERM": "linux"], true, .sixteen),
            (nil, ["TERM": ""], true, .none),
        ] as [(ColourLevel?, [String: String], Bool, ColourLevel)]
    )
    func `TC6 the level is found in order`(
        _ flag: ColourLevel?,
        _ environment: [String: String],
        _ isTerminal: Bool,
        _ level: ColourLevel
    ) {
        let found = ColourLevel.detect(flag: flag, environment: environment, isTerminal: isTerminal)
        #expect(found == level)
    }
}
