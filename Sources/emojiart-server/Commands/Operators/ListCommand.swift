internal import ArgumentParser
internal import Foundation
internal import Hosting
internal import Operations

struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the documents of the running server."
    )

    @OptionGroup var server: OperatorOptions
    @Flag(help: "List only open documents.") var open = false

    func run() throws {
        let client = try server.client()
        let target = "/admin/documents\(open ? "?loaded" : "")"
        guard !server.json else {
            return try FileHandle.standardOutput.write(contentsOf: client.ask("GET", target))
        }
        var table = TextTable([
            ("DOCUMENT", false), ("REVISION", true), ("MEMBERS", true), ("EMOJIS", true),
            ("BACKLOG", true), ("STATE", false), ("LAST EDIT", false),
        ])
        for report in try client.get([DocumentReport].self, target) {
            table.add([
                report.name, "\(report.revision)", "\(report.open?.memberCount ?? 0)",
                report.open.map { "\($0.emojis)" } ?? "",
                report.open.map { Figure.bytes($0.backlogBytes) } ?? "", report.state,
                report.time.map { Figure.date(milliseconds: $0) } ?? "",
            ])
        }
        for line in table.lines { print(line) }
    }
}

extension DocumentReport {
    var state: String {
        switch (open == nil, isFrozen) {
        case (true, true): "frozen"
        case (true, false): "stored"
        case (false, true): "open, frozen"
        case (false, false): "open"
        }
    }
}
