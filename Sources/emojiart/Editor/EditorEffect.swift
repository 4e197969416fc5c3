internal import Terminal

/// What the editor asks of the program around it, in order.
enum EditorEffect {
    /// End the program.
    case quit
    /// Stop the program as Ctrl+Z does.
    case suspend
    /// The window may show anything: write all of it.
    case redraw
    /// Connect again now.
    case reconnect
    /// Give the terminal a text for the system's clipboard.
    case copyToSystem([UInt8])
    /// Change the palettes, in their file too.
    case changePalettes((inout PaletteBook) throws -> Void)
    /// Add what a file holds.
    case importFile(String)
    /// Write the document to a file, in the form that its name ends in.
    case exportFile(String, replaces: Bool)
}
