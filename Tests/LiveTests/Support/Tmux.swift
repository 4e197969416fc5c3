import Foundation

/// A terminal that a test looks at: a tmux server of its own, with one window that runs a shell.
///
/// The shell is a plain one that leaves the terminal's modes as programs leave them; the prompt is
/// `$ `. Everything ends when nobody holds this any more.
final class Tmux {
    struct Failed: Error {
        let what: String
    }

    /// The server, in the foreground: one that detaches keeps what tells of its start's end.
    private let program: Program
    /// A client in control mode: a process for each question would cost more than its answer.
    private let client: Program
    /// For files of the test; the home of what runs inside.
    let directory: TemporaryDirectory
    private let socket: String

    private static let path = "/usr/bin/tmux"
    /// What programs inside may know of the world: nothing of the one that the tests run in.
    ///
    /// Of a sanitizer, if they are built with one, they know what it does with what it finds.
    private static let environment =
        [
            "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C.UTF-8",
        ]
        + ["ASAN_OPTIONS", "TSAN_OPTIONS", "LD_PRELOAD", "SWIFT_BACKTRACE"].compactMap { name in
            ProcessInfo.processInfo.environment[name].map { "\(name)=\($0)" }
        }

    /// Opens a window.
    init(columns: Int = 80, environment: [String] = []) throws {
        directory = try TemporaryDirectory()
        socket = directory.path("tmux")
        // The prompt has to be set in a file: root's shell does not take it from its environment.
        let profile = try directory.write("PS1='$ '\n", to: "profile")
        let own = ["HOME=\(directory.path)", "ENV=\(profile)"]
        program = try Program(
            Self.path,
            ["-S", socket, "-f", "/dev/null", "-u", "-D"],
            under: ["/usr/bin/env", "-i"] + Self.environment + own + environment
        )
        // The socket is there a moment before the server listens.
        let socket = socket
        func run(_ command: [String]) throws -> Program {
            try Program(Self.path, ["-S", socket, "-N", "-u"] + command)
        }
        let open = ["new-session", "-d", "-x", "\(columns)", "-y", "24", "/bin/sh"]
        let server = program
        let isOpen = try Wait.until {
            try server.isRunning && run(open).finish().ending == .exit(0)
        }
        guard isOpen else { throw Failed(what: "\(program.finish(within: 0).errors)") }
        client = try run(["-C", "attach-session", "-f", "no-output,ignore-size"])
        guard client.output.take(through: { $0.hasPrefix("%end ") }) != nil else {
            throw Failed(what: "\(client.finish(within: 0).output)")
        }
        try ask(["set-option", "-g", "status", "off"])
        try ask(["set-option", "-g", "escape-time", "0"])
        let hasPrompt = try waitFor { $0.first == "$" }
        guard hasPrompt else { throw Failed(what: "\(try capture())") }
    }

    /// Stops the server, so that nobody reads the terminal; or has it go on.
    func signal(_ number: Int32) { program.signal(number) }

    /// Asks the server, also several things with `;` between; the lines of its answers.
    @discardableResult
    func ask(_ command: [String]) throws -> [String] {
        client.write([command.map(Self.quoted).joined(separator: " ")])
        var answer: [String] = []
        for _ in 0...command.count(where: { $0 == ";" }) {
            let lines = client.output.take { $0.hasPrefix("%end ") || $0.hasPrefix("%error ") }
            // Between answers are notices of what happens in the window.
            let start = lines?.lastIndex { $0.hasPrefix("%begin ") }
            guard let lines, let start, lines.last?.hasPrefix("%end ") == true else {
                throw Failed(what: "\(command): \(lines ?? ["no answer"])")
            }
            answer += lines[(start + 1)...].dropLast()
        }
        return answer
    }

    /// A word as tmux reads it.
    private static func quoted(_ word: String) -> String {
        word == ";" ? word : "'" + word.replacingOccurrences(of: "'", with: #"'\''"#) + "'"
    }
}

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
