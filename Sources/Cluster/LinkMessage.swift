/// What two servers say to each other, each in a text message: a word, numbers, and the rest.
///
/// ```
/// frame 3 {"type":"edit",...}      word, the number of a log, a message of the protocol
/// ```
enum LinkWord: String {
    // The server that was connected to begins.
    /// `challenge <hex>`: prove that you know the secret.
    case challenge
    /// `hello <version> <hex>`: the code of the challenge by the secret.
    case hello
    /// `ready`: it is right.
    case ready
    /// `tick`: I am here.
    case tick

    // From the server that has the guests.
    /// `join <member> <address> <name> <hello>`
    case join
    /// `message <member> <message>`
    case message
    /// `drained <member>`
    case drained
    /// `lagged <member>`
    case lagged
    /// `missed <member> <number>`: it has a backlog, and was not sent that presence.
    case missed
    /// `gone <member> <code>`: its connection has ended, 0 without a code.
    case gone

    // From the server that has the document.
    /// `send <member> <message>`
    case send
    /// `part <bundle> <message>`: adds a message to a bundle.
    case part
    /// `bundle <bundle> <member>`: send it.
    case bundle
    /// `forget <bundle>`
    case forget
    /// `presence <number> <members> <message>`: send it to those who have no backlog; `3-7,9` are
    /// six.
    case presence
    /// `log <log> <index>`: there is a log, whose first frame will have that index.
    case log
    /// `frame <log> <message>`: the log's next frame.
    case frame
    /// `trim <log> <index>`: the frames before it are gone.
    case trim
    /// `follow <log> <member> <index>`: send it the frames of the log from there on.
    case follow
    /// `end <log>`: nobody follows it any more.
    case end
    /// `rest <member> <milliseconds>`: read nothing of it for a while.
    case rest
    /// `close <member> <code> <reason>`
    case close
    /// `probe <member>`: say when it has drained.
    case probe
}

/// Another server said what no server says.
struct LinkFault: Error {}

/// Reads a message, part by part.
struct LinkReader {
    private var rest: ArraySlice<UInt8>

    /// Takes the first word.
    init(_ message: [UInt8]) { rest = message[...] }

    private mutating func part() -> ArraySlice<UInt8> {
        let part = rest.prefix { $0 != 0x20 }
        rest = rest.dropFirst(part.count + 1)
        return part
    }

    mutating func text() -> String { String(decoding: part(), as: UTF8.self) }

    mutating func word() throws(LinkFault) -> LinkWord {
        guard let word = LinkWord(rawValue: text()) else { throw LinkFault() }
        return word
    }

    mutating func number() throws(LinkFault) -> Int {
        // Small enough that adding to it does not overflow.
        guard let number = Int(text()), (0..<1 << 60).contains(number) else { throw LinkFault() }
        return number
    }

    /// Numbers and ranges of them, ascending.
    mutating func numbers() throws(LinkFault) -> [ClosedRange<Int>] {
        var ranges: [ClosedRange<Int>] = []
        for item in part().split(separator: UInt8(ascii: ",")) {
            var ends = LinkReader(item.map { $0 == UInt8(ascii: "-") ? 0x20 : $0 })
            let first = try ends.number()
            let last = ends.rest.isEmpty ? first : try ends.number()
            guard first <= last else { throw LinkFault() }
            ranges.append(first...last)
        }
        return ranges
    }

    /// All that follows.
    var payload: [UInt8] { Array(rest) }
}

/// Writes a message.
struct LinkWriter {
    private(set) var bytes: [UInt8]

    init(_ word: LinkWord, _ numbers: Int...) {
        bytes = Array(word.rawValue.utf8)
        for number in numbers { bytes += " \(number)".utf8 }
    }

    /// The message with another part.
    consuming func with(_ part: some Sequence<UInt8>) -> LinkWriter {
        bytes.append(0x20)
        bytes.append(contentsOf: part)
        return self
    }

    /// The message with numbers as `numbers` reads them.
    consuming func with(numbers: [Int]) -> LinkWriter {
        let runs = RangeSet(numbers.sorted().map { $0..<($0 + 1) }).ranges
        let items = runs.map { run in
            run.count == 1 ? "\(run.lowerBound)" : "\(run.lowerBound)-\(run.upperBound - 1)"
        }
        return with(items.joined(separator: ",").utf8)
    }
}
