internal import ArgumentParser
internal import Terminal

struct ResetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Gives a terminal back that an editor was killed in.",
        discussion: """
            Leaves the alternate screen, turns mouse and paste reports off, has lines typed and \
            shown as usual. Whatever ends an editor but SIGKILL does this itself.
            """
    )

    func run() throws {
        do throws(TerminalError) { try TerminalDevice.reset() } catch {
            throw ExitStatus.usage("there is no terminal to reset")
        }
    }
}
