/// What is open on top of the canvas, and has the keyboard.
enum Overlay: Equatable {
    case none
    case help(Help)
    case menu(Menu)
    case palettes(PaletteManager)
    /// The line after the colon.
    case command(TextField)
}
