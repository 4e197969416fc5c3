/// The overlay that lists all keys and commands, made from their tables.
struct Help: Equatable {
    /// What the lines have to contain.
    var filter = TextField()
    /// Whether the filter is being typed.
    var isTyping = false
    /// The first line that is shown.
    var top = 0

    /// A line: a heading, or what some keys or a command do.
    enum Line: Equatable {
        case heading(String)
        /// A click does the action, if there is one.
        case entry(keys: String, text: String, action: EditorAction?)
    }

    /// The lines that contain the filter, each section under its heading.
    var lines: [Line] {
        let wanted = filter.text.lowercased()
        var lines: [Line] = []
        for section in Binding.Section.allCases {
            let bindings = KeyTable.bindings.filter { binding in
                binding.section == section
                    && (wanted.isEmpty || Self.keys(binding).lowercased().contains(wanted)
                        || binding.text.lowercased().contains(wanted))
            }
            guard !bindings.isEmpty else { continue }
            lines.append(.heading(section.rawValue))
            for binding in bindings {
                lines.append(
                    .entry(keys: Self.keys(binding), text: binding.text, action: binding.action)
                )
            }
        }
        let commands = EditorCommand.forms.map { (":\($0.name) \($0.arguments)", $0.text) }
            .filter { wanted.isEmpty || "\($0) \($1)".lowercased().contains(wanted) }
        if !commands.isEmpty { lines.append(.heading("Commands")) }
        for (form, text) in commands {
            lines.append(.entry(keys: form, text: text, action: nil))
        }
        return lines
    }

    static func keys(_ binding: Binding) -> String {
        binding.strokes.map(\.name).joined(separator: " ")
    }

    mutating func scroll(_ step: Int) { top = min(max(top + step, 0), max(lines.count - 1, 0)) }
}
