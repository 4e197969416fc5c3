internal import ArgumentParser
internal import Foundation

struct TopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "top",
        abstract: "Print the running server's load and its busiest documents.",
        discussion: """
            Rates and times cover the interval. To follow them: \
            watch emojiart-server top --sort members
            """
    )

    @OptionGroup var server: OperatorOptions
    @Option(help: "Seconds between the two samples that are compared.") var interval = 1
    @Option(help: "What comes first in the table.") var sort = TopFigures.Order.edits

    func validate() throws {
        guard (1...3_600).contains(interval) else {
            throw ValidationError("--interval must be 1 to 3600 seconds")
        }
    }

    func run() throws {
        let client = try server.client()
        let first = try TopSample(client)
        Thread.sleep(forTimeInterval: Double(interval))
        let figures = TopFigures(try TopSample(client), since: first)
        guard !server.json else {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return print(String(decoding: try encoder.encode(figures), as: UTF8.self))
        }
        for line in [figures.headline] + figures.summary + [""] + figures.table(by: sort) {
            print(line)
        }
    }
}
