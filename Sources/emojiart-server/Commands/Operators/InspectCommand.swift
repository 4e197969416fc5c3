internal import ArgumentParser
internal import EmojiArt
internal import Foundation
internal import Hosting
internal import Operations

struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show a document of the running server and its members."
    )

    @Argument(help: "Document name.", transform: OperatorOptions.name)
    var document: DocumentName
    @OptionGroup var server: OperatorOptions

    func run() throws {
        let client = try server.client()
        let target = "/admin/documents/\(document)"
        guard !server.json else {
            return try FileHandle.standardOutput.write(contentsOf: client.ask("GET", target))
        }
        let report = try client.get(DocumentReport.self, target)
        var facts = [
            ("document", report.name), ("state", report.state), ("revision", "\(report.revision)"),
        ]
        if let time = report.time { facts.append(("last edit", Figure.date(milliseconds: time))) }
        if let open = report.open {
            facts += [
                ("epoch", open.epoch), ("emojis", "\(open.emojis)"),
                ("memory", "about \(Figure.bytes(open.memoryBytes))"),
                ("backlog", Figure.bytes(open.backlogBytes)), ("members", "\(open.memberCount)"),
            ]
        }
        for (name, value) in facts {
            print("\(name):".padding(toLength: 11, withPad: " ", startingAt: 0) + value)
        }
        let members = report.open?.members ?? []
        guard !members.isEmpty else { return }
        print("")
        // The name comes last: it may hold anything, also what is wider than it is long.
        var table = TextTable([
            ("MEMBER", true), ("CLIENT", true), ("ROLE", false), ("USER", false),
            ("ADDRESS", false), ("SINCE", false), ("BACKLOG", true), ("NAME", false),
        ])
        for member in members {
            table.add([
                "\(member.number)", member.client.map { "\($0)" } ?? "viewer",
                member.role ?? "", member.user ?? "", member.address,
                Figure.date(milliseconds: member.since), Figure.bytes(member.backlogBytes),
                member.name,
            ])
        }
        for line in table.lines { print(line) }
    }
}
