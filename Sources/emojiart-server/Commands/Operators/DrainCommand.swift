internal import ArgumentParser
internal import Foundation
internal import Hosting
internal import Operations

struct DrainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drain",
        abstract: "Shut the running server down cleanly, as SIGTERM does.",
        discussion: """
            The server accepts no more connections, answers the edits it has received, and closes \
            every connection with the time after which the client reconnects.
            """
    )

    @OptionGroup var server: OperatorOptions
    @Flag(help: "Wait until the process has ended.") var wait = false
    @Option(help: "Maximum seconds to wait.") var timeout = 30

    func run() throws {
        let client = try server.client()
        let report = try JSONDecoder().decode(
            DrainReport.self,
            from: client.ask("POST", "/admin/drain")
        )
        guard wait else { return say("draining", report, "is draining") }
        let deadline = Date(timeIntervalSinceNow: Double(timeout))
        // Nobody tells of the end of a process that is not one's child: it is looked for.
        while kill(report.process, 0) == 0 || errno == EPERM {
            guard Date() < deadline else {
                throw OperatorExit.tell("process \(report.process) has not ended yet", 75)
            }
            Thread.sleep(forTimeInterval: 0.02)
        }
        say("ended", report, "has ended")
    }

    private func say(_ result: String, _ report: DrainReport, _ text: String) {
        let process = report.process
        print(
            server.json
                ? #"{"process":\#(process),"result":"\#(result)"}"#
                : "The server, process \(process), \(text)."
        )
    }
}
