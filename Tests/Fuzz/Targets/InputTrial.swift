internal import Terminal

/// What a terminal sends gives the same events however it is cut, and none that cannot be drawn.
enum InputTrial {
    static func run(_ bytes: [UInt8]) throws(Finding) {
        var source = ByteSource(bytes)
        // Kept inputs begin with a byte that means nothing any more.
        let cuts = source.take(9).dropFirst().map { 1 + Int($0) % 24 }
        let text = source.take(.max)
        let whole = try events(of: text, in: [text.count])
        let single = try events(of: text, in: [1])
        try promise(whole == single, "one by one the events are \(single), not \(whole)")
        let pieces = try events(of: text, in: cuts)
        try promise(whole == pieces, "cut by \(cuts) the events are \(pieces), not \(whole)")
        // Silences in between may give other events.
        _ = try events(of: text, in: cuts, pausing: true)
    }

    /// The events of a text whose pieces have these sizes in turn.
    private static func events(
        of text: [UInt8],
        in sizes: [Int],
        pausing isPausing: Bool = false
    ) throws(Finding) -> [InputEvent] {
        var parser = InputParser()
        var events: [InputEvent] = []
        var start = 0
        var turn = 0
        while start < text.count {
            let size = max(sizes.isEmpty ? 1 : sizes[turn % sizes.count], 1)
            let end = min(start + size, text.count)
            events += parser.receive(Array(text[start..<end]))
            if isPausing {
                for _ in 0..<(end - start) % 4 { events += parser.timeout() }
            }
            let kept = parser.keptBytes
            try promise(
                kept <= min(text.count, InputParser.pasteBytesMax) + InputParser.sequenceBytesMax
                    + 8,
                "\(kept) bytes are kept"
            )
            (start, turn) = (end, turn + 1)
        }
        events += try finish(&parser)
        for event in events { try check(event) }
        return events
    }

    /// Waits until nothing is waited for any more, and gives what that means; then a key is a key.
    private static func finish(_ parser: inout InputParser) throws(Finding) -> [InputEvent] {
        var events: [InputEvent] = []
        for _ in 0..<InputParser.pasteTimeoutsMax where parser.isWaiting {
            events += parser.timeout()
        }
        try promise(!parser.isWaiting && parser.keptBytes == 0, "the keyboard does not come back")
        let last = parser.receive([UInt8(ascii: "a")])
        try promise(last == [.key(.character("a"))], "a key is \(last)")
        return events
    }

    private static func check(_ event: InputEvent) throws(Finding) {
        let isSound =
            switch event {
            case .key(.character(let scalar), _):
                scalar.value >= 0x20 && !(0x7f...0x9f).contains(scalar.value)
            case .key(.function(let number), _): (1...35).contains(number)
            case .mouse(let mouse):
                (0...0xffff).contains(mouse.column) && (0...0xffff).contains(mouse.row)
            case .report(.cursor(let column, let row)): column >= 0 && row >= 0
            case .report(.background(let rgb)): rgb <= 0xff_ffff
            case .key, .paste, .pasteTooLong, .focus, .report: true
            }
        try promise(isSound, "the event \(event) is none")
    }
}
