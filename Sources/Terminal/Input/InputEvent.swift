/// What a terminal sends.
package enum InputEvent: Equatable, Sendable {
    /// A key; what it types is in the key, so Shift is told only with keys that type nothing.
    case key(Key, Modifiers = [])
    case mouse(Mouse)
    /// A text that was pasted, as it came.
    case paste([UInt8])
    /// A text that was pasted and has more than `InputParser.pasteBytesMax` bytes; it is dropped.
    case pasteTooLong
    /// The window of the terminal has the keyboard from now on, or has it no more.
    case focus(Bool)
    /// The terminal's answer to a question.
    case report(Report)
}

/// A terminal's answer to a question.
package enum Report: Equatable, Sendable {
    /// Where the cursor is, (0, 0) being the upper left cell: `CSI 6n`.
    case cursor(column: Int, row: Int)
    /// What it knows of a private mode (DECRQM): 0 is nothing, 1 set, 2 reset, 3 and 4 for ever so.
    case mode(Int, state: Int)
    /// The colour of its background, 24 bits: `OSC 11`.
    case background(rgb: UInt32)
    /// The answer that every terminal gives (DA1), and the last one to a row of questions.
    case attributes
}
