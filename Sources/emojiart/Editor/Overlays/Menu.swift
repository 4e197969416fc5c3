internal import Terminal

/// A list of actions at a place of the window.
struct Menu: Equatable {
    /// The cell that it was opened at.
    let cell: GridPoint
    let actions: [EditorAction]
    var selected = 0

    mutating func move(_ step: Int) {
        selected = (selected + step + actions.count) % actions.count
    }
}
