internal import ArgumentParser
internal import EmojiArt
internal import Foundation
internal import Operations

struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the documents of the running server."
    )

    @OptionGroup var server: OperatorOptions
    @Flag(help: "List only open documents.") var open = false

    func run() throws {
        let client = try server.client()
        let target = "/admin/documents\(open ? "?loaded" : "")"
        if server.json { return try client.pass(target) }
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
        table.print()
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

struct Inspect: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show a document of the running server and its members."
    )

    @Argument(help: "Document name.", transform: OperatorOptions.name)
    var document: DocumentName
    @OptionGroup var server: OperatorOptions

    func run() throws {
        let client = try server.client()
        let target = "/admin/documents/\(document)"
        if server.json { return try client.pass(target) }
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
        table.print()
    }
}
