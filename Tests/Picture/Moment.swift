internal import TestKit

/// What the picture shows for a while.
struct Moment {
    /// What the terminal shows.
    let screen: VirtualTerminal
    /// The cell of the mouse pointer, which a terminal draws itself.
    let pointer: Person.Cell?
    /// What is happening.
    let caption: String
}
