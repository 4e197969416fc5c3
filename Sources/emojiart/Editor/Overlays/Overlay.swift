internal import Terminal

/// What is open on top of the canvas, and has the keyboard.
enum Overlay: Equatable {
    case none
    case help(Help)
    case menu(Menu)
    case palettes(PaletteManager)
    case command(TextField)
}

struct Menu: Equatable {
    let cell: GridPoint
    let actions: [EditorAction]
    var selected = 0

    mutating func move(_ step: Int) {
        selected = (selected + step + actions.count) % actions.count
    }
}

/// The overlay that lists all keys and commands, made from their tables.
struct Help: Equatable {
    var filter = TextField()
    var isTyping = false
    var top = 0

    /// A line: a heading, or what some keys or a command do.
    enum Line: Equatable {
        case heading(String)
        /// A click does the action, if there is one.
        case entry(keys: String, text: String, action: EditorAction?)
    }

    /// The lines that contain the filter, each section under its heading.
    var lines: [Line] {
        var sections = KeyTable.sections.map { heading, bindings in
            (heading, bindings.map { ($0.keys, $0.text, Optional($0.action)) })
        }
        let commands = EditorCommand.forms.map {
            (":\($0.name) \($0.arguments)", $0.text, EditorAction?.none)
        }
        sections.append(("Commands", commands))
        let wanted = filter.text.lowercased()
        return sections.flatMap { heading, entries in
            let lines = entries.filter { keys, text, _ in
                wanted.isEmpty || "\(keys) \(text)".lowercased().contains(wanted)
            }
            .map { Line.entry(keys: $0, text: $1, action: $2) }
            return lines.isEmpty ? [] : [.heading(heading)] + lines
        }
    }

    mutating func scroll(_ step: Int) { top = min(max(top + step, 0), max(lines.count - 1, 0)) }
}
