internal import EmojiArt

/// What can be typed after the colon.
enum EditorCommand {
    case action(EditorAction)
    case add(EmojiText, at: Place?, size: Int?)
    case change(([EmojiID]) -> Operation)
    case edit(Operation)
    case selectNone
    /// Makes the edits that may be in the document already again, or drops them.
    case decide(adding: Bool)
    case zoom(Double)
    case look(Place)
    case go(String)
    /// The view follows a member; nil for none.
    case follow(String?)
    /// Something is said beside the own cursor.
    case say(String)
    case importFile(String)
    /// A file that is there already is only replaced when it is said.
    case exportFile(String, replaces: Bool)

    struct Place {
        let x: Int
        let y: Int
    }

    struct Fault: Error {
        let text: String
    }

    /// All commands, for the help and for completing.
    static let forms: [(name: String, arguments: String, text: String)] = [
        ("add", "EMOJI [X Y [SIZE]]", "add an emoji"),
        ("move", "DX DY", "move the selection by canvas units"),
        ("scale", "FACTOR", "multiply the selection's sizes"),
        ("delete", "", "delete the selection"),
        ("duplicate", "", "duplicate the selection"),
        ("arrange", "front|back|forward|backward", "change the drawing order"),
        ("select", "all|none", "select all or none"),
        ("background", "URL|none", "set the background"),
        ("canvas", "WIDTH HEIGHT|none", "set the canvas's bounds"),
        ("undo", "", "undo your latest edit"),
        ("redo", "", "redo your latest undone edit"),
        ("unknown", "add|drop", "add edits again that may be there already, or drop them"),
        ("zoom", "PERCENT|fit", "zoom the view"),
        ("go", "X Y|NAME", "show a place, or where a member points"),
        ("follow", "NAME|none", "follow a member"),
        ("say", "TEXT", "show a chat message at your cursor"),
        ("import", "FILE", "add the contents of an .emojiart file"),
        ("export", "FILE", "write an .emojiart or .svg file; export! overwrites"),
        ("palettes", "", "edit the palettes"),
        ("help", "", "keyboard shortcuts"),
        ("quit", "", "quit"),
    ]

    /// Reads a line; a command may be cut as long as only one begins so.
    ///
    /// - Throws: `Fault`, which says what would be right.
    init(_ line: String) throws(Fault) {
        let words = line.split(separator: " ").map(String.init)
        guard var first = words.first else { throw Fault(text: "no command") }
        // As in other editors: with the mark a file is written over.
        let isForced = first.count > 1 && first.last == "!"
        if isForced { first.removeLast() }
        let exact = Self.forms.first { $0.name == first }
        let matching = Self.forms.filter { $0.name.hasPrefix(first) }
        guard let form = exact ?? (matching.count == 1 ? matching[0] : nil) else {
            throw Fault(
                text: matching.isEmpty
                    ? "unknown command \"\(first)\"; ? lists them"
                    : "\"\(first)\" is ambiguous: "
                        + matching.map(\.name).joined(separator: ", ")
            )
        }
        let rest = Array(words.dropFirst())
        guard !isForced || form.name == "export",
            let command = Self.parse(form.name, rest, line, isForced: isForced)
        else {
            throw Fault(text: "usage: :\(form.name) \(form.arguments)")
        }
        self = command
    }

    private static func parse(
        _ name: String,
        _ words: [String],
        _ line: String,
        isForced: Bool
    ) -> Self? {
        // Names and files may have spaces in them.
        var rest = line.drop { $0 == " " }
        rest = rest.drop { $0 != " " }
        rest = rest.drop { $0 == " " }
        while rest.last == " " { rest.removeLast() }
        let text = rest.isEmpty ? nil : String(rest)
        switch name {
        case "add": return add(words)
        case "move":
            guard let place = place(words, within: 2 * Limits.coordinateMax) else { return nil }
            return .change { .move(ids: $0, dx: place.x, dy: place.y) }
        case "scale":
            guard words.count == 1, let factor = Double(words[0]), factor.isFinite,
                abs(factor) < 1_000_000
            else { return nil }
            let millionths = Int((factor * Double(ScaleFactor.unit)).rounded())
            return ScaleFactor(millionths: millionths).map { factor in
                .change { .scale(ids: $0, factor: factor) }
            }
        case "arrange":
            guard words.count == 1, let place = Operation.Arrangement(rawValue: words[0]) else {
                return nil
            }
            return EditorAction(rawValue: place.rawValue).map { .action($0) }
        case "select":
            return words == ["all"]
                ? .action(.selectAll) : words == ["none"] ? .selectNone : nil
        case "unknown":
            return words == ["add"] || words == ["drop"] ? .decide(adding: words == ["add"]) : nil
        case "background":
            if words == ["none"] { return .edit(.background(.blank)) }
            guard words.count == 1, let url = BackgroundURL(words[0]) else { return nil }
            return .edit(.background(.url(url)))
        case "canvas": return canvas(words)
        case "zoom":
            if words == ["fit"] { return .action(.fit) }
            guard words.count == 1, let percent = Double(words[0].filter { $0 != "%" }),
                percent > 0, percent.isFinite
            else { return nil }
            return .zoom(percent)
        case "go":
            if let place = place(words, within: Limits.coordinateMax) { return .look(place) }
            return text.map { .go($0) }
        case "follow": return words == ["none"] ? .follow(nil) : text.map { .follow($0) }
        case "say": return text.map { .say($0) }
        case "import": return text.map { .importFile($0) }
        case "export": return text.map { .exportFile($0, replaces: isForced) }
        default:
            guard words.isEmpty else { return nil }
            return EditorAction(rawValue: name).map { .action($0) }
        }
    }

    private static func add(_ words: [String]) -> Self? {
        guard [1, 3, 4].contains(words.count), let text = try? EmojiText(words[0]) else {
            return nil
        }
        var size: Int?
        if words.count == 4 {
            guard let number = Int(words[3]),
                (Limits.sizeMin...Limits.sizeMax).contains(number)
            else { return nil }
            size = number
        }
        if words.count == 1 { return .add(text, at: nil, size: nil) }
        return place(Array(words[1...2]), within: Limits.coordinateMax).map {
            .add(text, at: $0, size: size)
        }
    }

    private static func canvas(_ words: [String]) -> Self? {
        if words == ["none"] { return .edit(.canvas(nil)) }
        guard words.count == 2, let width = Int(words[0]), let height = Int(words[1]),
            let canvas = Canvas(width: width, height: height)
        else { return nil }
        return .edit(.canvas(canvas))
    }

    private static func place(_ words: [String], within bound: Int) -> Place? {
        guard words.count == 2, let x = Int(words[0]), let y = Int(words[1]),
            (-bound...bound).contains(x), (-bound...bound).contains(y)
        else { return nil }
        return Place(x: x, y: y)
    }
}
