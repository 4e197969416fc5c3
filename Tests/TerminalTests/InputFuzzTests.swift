import Terminal
import TestKit
import Testing

/// Bytes by chance do no harm.
struct InputFuzzTests {
    private static let seeds = Array(1...8 as ClosedRange<UInt64>)

    @Test(arguments: seeds)
    func `bytes of chance trap nothing and leave the keyboard usable`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        for _ in 0..<600 {
            let bytes = InputChance.bytes(count: 300, using: &generator)
            Self.check(bytes, seed, using: &generator)
        }
    }

    @Test(arguments: seeds)
    func `spoiled sequences trap nothing and leave the keyboard usable`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let samples = InputSamples.named + InputSamples.functions + InputSamples.typed
        let texts = samples.map(\.text) + InputSamples.others
        for _ in 0..<600 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 1...12, using: &generator) {
                let text = texts[Int.random(in: texts.indices, using: &generator)]
                bytes += InputChance.mutated(text, using: &generator)
            }
            Self.check(bytes, seed, using: &generator)
        }
    }

    /// Sends bytes with silences between them; then enough silence, and a key.
    private static func check(_ bytes: [UInt8], _ seed: UInt64, using generator: inout SplitMix64) {
        var parser = InputParser()
        parser.expectsCursorReports = generator.chance(oneIn: 2)
        for piece in InputChance.cut(bytes, using: &generator) {
            var events = parser.events(piece)
            if generator.chance(oneIn: 4) { events += parser.silence() }
            if !events.allSatisfy(isSound) || parser.keptBytes > bytes.count {
                Issue.record("seed \(seed): \(Input.name(bytes)): \(events)")
            }
        }
        var silences = 0
        while parser.isWaiting, silences < InputParser.pasteTimeoutsMax {
            silences += 1
            _ = parser.silence()
        }
        if parser.events("a") != [.key(.character("a"))] || parser.keptBytes != 0 {
            Issue.record("seed \(seed): no key after \(Input.name(bytes))")
        }
    }

    /// Whether an event is one that can be acted on.
    private static func isSound(_ event: InputEvent) -> Bool {
        switch event {
        case .key(.character(let scalar), let modifiers):
            let isControl = scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
            let isLetter = scalar.properties.isLowercase && scalar.isASCII
            return !isControl && !(isLetter && modifiers.contains(.shift))
        case .key(.function(let number), _): return (1...35).contains(number)
        case .key, .paste, .focus, .report(.mode), .report(.keyboard), .report(.attributes):
            return true
        case .pasteTooLong: return false
        case .mouse(let mouse):
            return (0...65_535).contains(mouse.column) && (0...65_535).contains(mouse.row)
        case .report(.cursor(let column, let row)): return column >= 0 && row >= 0
        case .report(.background(let rgb)): return rgb <= 0xff_ffff
        }
    }
}
