internal import ArgumentParser
internal import Terminal

struct Reset: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Restore a terminal in which an editor was killed.",
        discussion: """
            Leaves the alternate screen, turns off mouse and paste reports, and restores line \
            input and echo. An editor does this itself unless SIGKILL ends it.
            """
    )

    func run() throws {
        guard TerminalDevice.reset() else {
            throw ExitStatus.usage("there is no terminal to reset")
        }
    }
}
