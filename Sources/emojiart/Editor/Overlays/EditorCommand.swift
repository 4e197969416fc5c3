internal import EmojiArt

/// What can be typed after the colon.
enum EditorCommand: Equatable {
    case action(EditorAction)
    case add(EmojiText, at: Place?, size: Int?)
    case move(dx: Int, dy: Int)
    case scale(ScaleFactor)
    case selectNone
    case background(Background)
    case canvas(Canvas?)
    /// The zoom in percent.
    case zoom(Double)
    case look(Place)
    /// The view goes to a member.
    case go(String)
    /// The view follows a member; nil for none.
    case follow(String?)
    /// Something is said beside the own cursor.
    case say(String)
    case importFile(String)
    /// A file that is there already is only replaced when it is said.
    case exportFile(String, replaces: Bool)

    /// A place on the canvas.
    struct Place: Equatable {
        let x: Int
        let y: Int
    }

    /// Why a line is no command.
    struct Fault: Error, Equatable {
        let text: String
    }

    /// A command's first word, and what follows it.
    struct Form: Sendable {
        let name: String
        let arguments: String
        let text: String
    }

    /// All commands, for the help and for completing.
    static let forms: [Form] = [
        Form(name: "add", arguments: "EMOJI [X Y [SIZE]]", text: "add an emoji"),
        Form(name: "move", arguments: "DX DY", text: "move the selection by canvas units"),
        Form(name: "scale", arguments: "FACTOR", text: "multiply the selection's sizes"),
        Form(name: "delete", arguments: "", text: "delete the selection"),
        Form(name: "duplicate", arguments: "", text: "duplicate the selection"),
        Form(
            name: "arrange",
            arguments: "front|back|forward|backward",
            text: "change the drawing order"
        ),
        Form(name: "select", arguments: "all|none", text: "select all or none"),
        Form(name: "background", arguments: "URL|none", text: "set the background"),
        Form(name: "canvas", arguments: "WIDTH HEIGHT|none", text: "set the canvas's bounds"),
        Form(name: "undo", arguments: "", text: "undo your latest edit"),
        Form(name: "redo", arguments: "", text: "redo your latest undone edit"),
        Form(name: "zoom", arguments: "PERCENT|fit", text: "zoom the view"),
        Form(name: "go", arguments: "X Y|NAME", text: "show a place, or where a member points"),
        Form(name: "follow", arguments: "NAME|none", text: "follow a member"),
        Form(name: "say", arguments: "TEXT", text: "show a chat message at your cursor"),
        Form(name: "import", arguments: "FILE", text: "add the contents of an .emojiart file"),
        Form(
            name: "export",
            arguments: "FILE",
            text: "write an .emojiart or .svg file; export! overwrites"
        ),
        Form(name: "palettes", arguments: "", text: "edit the palettes"),
        Form(name: "help", arguments: "", text: "keyboard shortcuts"),
        Form(name: "quit", arguments: "", text: "quit"),
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
        var text = line.drop { $0 == " " }
        text = text.drop { $0 != " " }
        text = text.drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        switch name {
        case "add": return add(words)
        case "move":
            guard let place = place(words, within: 2 * Limits.coordinateMax) else { return nil }
            return .move(dx: place.x, dy: place.y)
        case "scale":
            guard words.count == 1, let factor = Double(words[0]), factor.isFinite,
                abs(factor) < 1_000_000
            else { return nil }
            let millionths = Int((factor * Double(ScaleFactor.unit)).rounded())
            return ScaleFactor(millionths: millionths).map { .scale($0) }
        case "arrange":
            guard words.count == 1, let place = Operation.Arrangement(rawValue: words[0]) else {
                return nil
            }
            return .action(place.action)
        case "select":
            return words == ["all"]
                ? .action(.selectAll) : words == ["none"] ? .selectNone : nil
        case "background":
            if words == ["none"] { return .background(.blank) }
            return words.count == 1 ? BackgroundURL(words[0]).map { .background(.url($0)) } : nil
        case "canvas": return canvas(words)
        case "zoom":
            if words == ["fit"] { return .action(.fit) }
            guard words.count == 1, let percent = Double(words[0].filter { $0 != "%" }),
                percent > 0, percent.isFinite
            else { return nil }
            return .zoom(percent)
        case "go":
            if let place = place(words, within: Limits.coordinateMax) { return .look(place) }
            return text.isEmpty ? nil : .go(String(text))
        case "follow":
            return words == ["none"] ? .follow(nil) : text.isEmpty ? nil : .follow(String(text))
        case "say": return text.isEmpty ? nil : .say(String(text))
        case "import": return text.isEmpty ? nil : .importFile(String(text))
        case "export":
            return text.isEmpty ? nil : .exportFile(String(text), replaces: isForced)
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
        if words == ["none"] { return .canvas(nil) }
        guard words.count == 2, let width = Int(words[0]), let height = Int(words[1]),
            let canvas = Canvas(width: width, height: height)
        else { return nil }
        return .canvas(canvas)
    }

    private static func place(_ words: [String], within bound: Int) -> Place? {
        guard words.count == 2, let x = Int(words[0]), let y = Int(words[1]),
            (-bound...bound).contains(x), (-bound...bound).contains(y)
        else { return nil }
        return Place(x: x, y: y)
    }
}

extension Operation.Arrangement {
    /// The action that arranges so.
    fileprivate var action: EditorAction {
        switch self {
        case .front: .toFront
        case .back: .toBack
        case .forward: .forward
        case .backward: .backward
        }
    }
}
