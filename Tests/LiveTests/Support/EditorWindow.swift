import Foundation
import Testing

/// `emojiart open` in a terminal of its own, in front of someone with a mouse.
final class EditorWindow {
    typealias Spot = EditorScreen.Spot

    static let program = Program.folder + "/emojiart"

    let tmux: Tmux

    init() throws {
        tmux = try Tmux()
        // The window outlives the programs in it.
        try tmux.ask(["set-option", "-g", "remain-on-exit", "on"])
    }

    /// Where its editors keep keys and transcripts.
    var state: String { tmux.directory.path("state") }

    /// Starts an editor in place of what runs there; nobody waits for it yet.
    func start(
        _ url: String,
        name: String,
        _ options: String = "--colours none",
        environment: [String] = []
    ) throws {
        let command = "exec '\(Self.program)' open \(url) --name \(name) --state ~/state \(options)"
        let variables = environment.flatMap { ["-e", $0] }
        try tmux.ask(["respawn-pane", "-k"] + variables + [command])
    }

    var processID: Int32 {
        get throws {
            try #require(try tmux.facts("pane_pid").first.flatMap { Int32($0) })
        }
    }

    /// Waits until a process of this window has ended.
    func expectEnd(
        of process: Int32,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let hasEnded = Wait.until(20) {
            let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
            // What its parent did not ask for yet is as good as gone.
            return text?.contains(") Z ") ?? true
        }
        #expect(hasEnded, sourceLocation: sourceLocation)
    }

    func killProgram(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let process = try processID
        kill(process, SIGKILL)
        expectEnd(of: process, sourceLocation: sourceLocation)
    }

    // MARK: Doing

    /// Types characters on the canvas, or into what is open.
    func type(_ text: String) throws { try tmux.type(text) }

    /// Types characters, after which the window shows a text.
    func type(
        _ text: String,
        expecting shown: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try type(text)
        try expect(shown, sourceLocation: sourceLocation)
    }

    /// Presses keys by tmux's names.
    func press(_ names: String...) throws { try tmux.ask(["send-keys", "--"] + names) }

    func command(_ line: String) throws {
        try tmux.type(":" + line)
        try press("Enter")
    }

    func click(_ spot: Spot) throws {
        try send(mouse(0, spot) + mouse(0, spot, isRelease: true))
    }

    /// Presses the left button, moves over all cells of a line, as a hand does, and lets go.
    func drag(from start: Spot, to end: Spot) throws {
        try send(mouse(0, start) + path(from: start, to: end))
        try send(mouse(0, end, isRelease: true))
    }

    /// Turns the wheel by so many notches; away from the hand when positive.
    func wheel(_ notches: Int, at spot: Spot) throws {
        let button = notches > 0 ? 64 : 65
        try send(String(repeating: mouse(button, spot), count: abs(notches)))
    }

    func point(at spot: Spot) throws { try send(mouse(35, spot)) }

    /// Bytes of a terminal, at once.
    func send(_ text: String) throws { try tmux.sendBytes(Array(text.utf8)) }

    private func mouse(_ button: Int, _ spot: Spot, isRelease: Bool = false) -> String {
        "\u{1b}[<\(button);\(spot.column + 1);\(spot.row + 1)\(isRelease ? "m" : "M")"
    }

    private func path(from start: Spot, to end: Spot) -> String {
        let steps = max(abs(end.column - start.column), abs(end.row - start.row), 1)
        return (1...steps).map { step in
            mouse(
                32,
                start.offset(
                    (end.column - start.column) * step / steps,
                    (end.row - start.row) * step / steps
                )
            )
        }.joined()
    }

    // MARK: Seeing

    var screen: EditorScreen {
        get throws { EditorScreen(try tmux.capture()) }
    }

    /// Looks until the window is as it should be; else the window is told.
    @discardableResult
    func expect(
        _ what: String,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ condition: (EditorScreen) -> Bool
    ) throws -> EditorScreen {
        var last = EditorScreen([])
        let isSo = try Wait.until(20) {
            last = try screen
            return condition(last)
        }
        #expect(isSo, "\(what)\(last)", sourceLocation: sourceLocation)
        return last
    }

    /// Looks until a text is shown.
    @discardableResult
    func expect(
        _ text: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> EditorScreen {
        try expect(text, sourceLocation: sourceLocation) { $0.shows(text) }
    }

    /// Looks until an emoji is at a place of the canvas.
    @discardableResult
    func expect(
        _ emoji: String,
        at spot: Spot,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> EditorScreen {
        try expect("\(emoji) at \(spot)", sourceLocation: sourceLocation) {
            $0.spot(of: emoji) == spot
        }
    }

    /// Looks until an emoji has marks left and right of it.
    @discardableResult
    func expect(
        _ emoji: String,
        marked marks: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> EditorScreen {
        try expect("\(emoji) in '\(marks)'", sourceLocation: sourceLocation) {
            $0.marks(of: emoji) == marks
        }
    }
}
