internal import Foundation

/// Where the session takes place: a server, and a tmux that holds everyone's terminal.
final class Stage {
    /// The document that people share.
    static let document = "valley"

    private let directory: URL
    private let server: Helper
    private let tmux: Helper
    private let url: String

    /// Starts both in a temporary directory, and puts the landscape on the canvas.
    init() throws {
        directory = FileManager.default.temporaryDirectory
            .appending(path: "emojiart-picture-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
        let data = directory.appending(path: "data").path
        server = try Helper(
            Helper.path("emojiart-server"),
            ["--listen", "127.0.0.1:0", "--data", data, "--log-level", "error"]
        )
        var greeting = ""
        while !greeting.contains("documents/") {
            let text = server.read()
            guard !text.isEmpty else { throw Helper.Failed(what: "the server does not start") }
            greeting += text
        }
        let host = greeting.firstMatch(of: /http:\/\/([^\/\s]+)/)?.1 ?? ""
        url = "ws://\(host)/documents/\(Self.document)"
        // In the foreground, so that it can be ended by its id.
        tmux = try Helper(
            "/usr/bin/tmux",
            ["-S", directory.appending(path: "tmux").path, "-f", "/dev/null", "-u", "-D"],
            environment: [
                "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": directory.path,
            ]
        )
        try draw()
    }

    deinit {
        _ = try? ask(["kill-server"])
        try? FileManager.default.removeItem(at: directory)
    }

    private func draw() throws {
        let state = directory.appending(path: "state").path
        try Helper(
            Helper.path("emojiart"),
            ["edit", url, "--json", "--state", state],
            input: Landscape.operation + "\n"
        ).finish()
    }

    /// Has someone open the document, in a terminal of its own.
    func enter(_ name: String) throws -> Person {
        let state = directory.appending(path: name).path
        let command =
            "exec '\(Helper.path("emojiart"))' open '\(url)' --colours true"
            + " --name \(name) --state '\(state)'"
        let size = ["-x", "\(Person.columns)", "-y", "\(Person.rows)"]
        let open = ["new-session", "-d", "-s", name] + size + [command]
        // The socket is there a moment before tmux listens.
        try Patience.until("tmux") { (try? ask(open)) != nil }
        try ask(["set-option", "-t", name, "status", "off"])
        // The line of the status had taken a row.
        try ask(["resize-window", "-t", name] + size)
        let person = Person(name, on: self)
        try person.wait(for: "saved")
        return person
    }

    /// Asks tmux; its answer.
    @discardableResult
    func ask(_ command: [String], input: String = "") throws -> String {
        let socket = directory.appending(path: "tmux").path
        return try Helper("/usr/bin/tmux", ["-S", socket, "-N", "-u"] + command, input: input)
            .finish()
    }
}
