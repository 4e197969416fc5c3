/// What some strokes do, and how it is told to a person.
struct Binding: Sendable {
    let action: EditorAction
    let strokes: [Stroke]
    /// What it does, for the help.
    let text: String
    let section: Section
    /// A word for the bar at the bottom of the window; nil when it is not shown there.
    let hint: String?
    /// A word or two for menus; nil when the hint or the text does.
    private let label: String?

    /// What a menu calls it.
    var menuText: String { label ?? hint ?? text }

    init(
        _ action: EditorAction,
        _ strokes: Stroke...,
        text: String,
        in section: Section,
        hint: String? = nil,
        label: String? = nil
    ) {
        self.action = action
        self.strokes = strokes
        self.text = text
        self.section = section
        self.hint = hint
        self.label = label
    }

    /// A heading of the help.
    enum Section: String, CaseIterable, Sendable {
        case select = "Select"
        case edit = "Edit"
        case view = "View"
        case palettes = "Palettes"
        case program = "Program"
    }
}
