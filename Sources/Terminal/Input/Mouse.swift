/// Something that the mouse did, in cells: (0, 0) is the upper left one.
package struct Mouse: Equatable, Sendable {
    /// What happened.
    package var action: Action
    /// The cell's column; it may be outside the window while a button is held.
    package var column: Int
    /// The cell's row.
    package var row: Int
    /// The keys that were held down.
    package var modifiers: Modifiers

    /// What happened.
    package enum Action: Equatable, Sendable {
        case press(Button)
        case release(Button)
        /// Moved with a button held.
        case drag(Button)
        /// Moved with no button held.
        case move
        case wheel(Wheel)
    }

    /// A button of the mouse, by its number in reports.
    package enum Button: Int, Sendable {
        case left
        case middle
        case right
    }

    /// One notch of a wheel, by its number in reports.
    package enum Wheel: Int, Sendable {
        case up
        case down
        case left
        case right
    }

    /// Makes an event.
    package init(_ action: Action, column: Int, row: Int, modifiers: Modifiers = []) {
        self.action = action
        self.column = column
        self.row = row
        self.modifiers = modifiers
    }
}
