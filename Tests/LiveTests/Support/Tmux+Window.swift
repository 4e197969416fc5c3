import Foundation

// What goes into the window, and what is seen there.
extension Tmux {
    /// Types keys by tmux's names, such as `Enter`, `C-z`, `Up`.
    func sendKeys(_ names: String...) throws {
        try ask(["send-keys", "--"] + names)
    }

    /// Types a text as it is.
    func type(_ text: String) throws { try ask(["send-keys", "-l", "--", text]) }

    /// Types a line and Enter.
    func enter(_ line: String) throws {
        try type(line)
        try sendKeys("Enter")
    }

    /// Sends bytes as they are and at once, whether they are text or not.
    ///
    /// Through a buffer: `send-keys -H` sends a byte above 0x7f as that character.
    func sendBytes(_ bytes: [UInt8]) throws { try paste(bytes, options: ["-r"]) }

    /// Pastes a text as terminals do: in brackets, if the program has asked for them.
    func paste(_ text: String) throws { try paste(Array(text.utf8), options: ["-p"]) }

    private func paste(_ bytes: [UInt8], options: [String]) throws {
        let path = directory.path("paste")
        try Data(bytes).write(to: URL(filePath: path))
        try ask(["load-buffer", path, ";", "paste-buffer", "-d"] + options)
    }

    /// A button of the mouse, as a terminal reports it: 0 is the left one, 32 more while it moves.
    func sendMouse(_ button: Int, column: Int, row: Int, isRelease: Bool = false) throws {
        let end = isRelease ? "m" : "M"
        try sendBytes(Array("\u{1b}[<\(button);\(column + 1);\(row + 1)\(end)".utf8))
    }

    /// The lines of the window, without the spaces at their ends.
    func capture() throws -> [String] { try ask(["capture-pane", "-p"]) }

    /// The lines of the window, with the sequences that colour them.
    func captureStyled() throws -> [String] { try ask(["capture-pane", "-p", "-e"]) }

    /// Changes the window's size.
    func resize(columns: Int, rows: Int) throws {
        try ask(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
    }

    /// Looks until the window is as it should be; false when it was not within the time.
    func waitFor(
        _ seconds: Double = Wait.seconds,
        _ condition: ([String]) throws -> Bool
    ) throws -> Bool {
        try Wait.until(seconds) { try condition(capture()) }
    }

    /// Looks until a text is in a line of the window.
    func waitFor(_ text: String, _ seconds: Double = Wait.seconds) throws -> Bool {
        try waitFor(seconds) { $0.contains { $0.contains(text) } }
    }

    /// What tmux knows of the window, such as `alternate_on`.
    func facts(_ names: String...) throws -> [String] {
        let format = names.map { "#{\($0)}" }.joined(separator: " ")
        return try ask(["display-message", "-p", format])
    }

    /// Has all that programs write to the terminal from now on written to a file, too.
    func record(to path: String) throws { try ask(["pipe-pane", "-O", "cat >'\(path)'"]) }
}
