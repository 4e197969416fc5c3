internal import ArgumentParser
internal import EmojiArt
internal import Foundation
internal import Operations

// What is done to one document of the running server.

struct Kick: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Disconnect a member; its client does not reconnect by itself.",
        discussion: "`inspect` lists the members' numbers. The connection closes with 4410."
    )

    @Argument(help: "Document name.", transform: OperatorOptions.name)
    var document: DocumentName
    @Argument(help: "Member number.") var member: Int
    @OptionGroup var server: OperatorOptions

    func run() throws {
        try server.act(
            on: document,
            "/kick?member=\(member)",
            "removed",
            "Member \(member) was disconnected from \(document)."
        )
    }
}

struct Close: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Unload a document from memory; its members reconnect by themselves."
    )

    @Argument(help: "Document name.", transform: OperatorOptions.name)
    var document: DocumentName
    @OptionGroup var server: OperatorOptions

    func run() throws {
        try server.act(on: document, "/close", "closed", "\(document) was closed.")
    }
}

struct Freeze: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Accept no edits of a document until unfreeze, even after a restart.",
        discussion: """
            Members stay connected and see each other. Their edits are not refused: clients keep \
            them pending, show them as unsaved, and resend them after unfreeze. When this command \
            returns, all edits accepted before are durable.
            """
    )

    @Argument(help: "Document name.", transform: OperatorOptions.name)
    var document: DocumentName
    @OptionGroup var server: OperatorOptions

    func run() throws {
        try server.act(on: document, "/freeze", "frozen", "\(document) is frozen.")
    }
}

struct Unfreeze: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Accept edits of a frozen document again."
    )

    @Argument(help: "Document name.", transform: OperatorOptions.name)
    var document: DocumentName
    @OptionGroup var server: OperatorOptions

    func run() throws {
        try server.act(on: document, "/unfreeze", "unfrozen", "\(document) accepts edits again.")
    }
}

struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Delete a document with its history and images; this cannot be undone."
    )

    @Argument(help: "Document name.", transform: OperatorOptions.name)
    var document: DocumentName
    @OptionGroup var server: OperatorOptions

    func run() throws {
        try server.act(on: document, method: "DELETE", "", "deleted", "\(document) was deleted.")
    }
}

struct Rename: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Rename a document; its members follow it."
    )

    @Argument(help: "Document name.", transform: OperatorOptions.name)
    var document: DocumentName
    @Argument(help: "New name.", transform: OperatorOptions.name)
    var new: DocumentName
    @OptionGroup var server: OperatorOptions

    func run() throws {
        try server.act(on: document, "/rename?name=\(new)", "renamed", "\(document) is now \(new).")
    }
}

struct Revoke: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Revoke tokens before they expire, and disconnect their users.",
        discussion: """
            emojiart-server revoke --user ada     revokes all tokens issued to ada until now
            emojiart-server revoke --id ID        revokes one token, by the id that `token` printed
            emojiart-server revoke                lists the revocations

            A revocation takes effect at once and survives a restart. A token issued to ada a \
            second later is valid: to keep ada out, issue none.
            """
    )

    @Option(help: "User whose tokens to revoke: the claim sub.") var user: String?
    @Option(help: "Id of the token to revoke: the claim jti.") var id: String?
    @Flag(help: "Undo the revocation.") var undo = false
    @OptionGroup var server: OperatorOptions

    func validate() throws {
        guard user == nil || id == nil else {
            throw ValidationError("give --user or --id, not both")
        }
        guard !undo || user != nil || id != nil else {
            throw ValidationError("give the revocation to undo: --user or --id")
        }
        guard user != "", id != "" else { throw ValidationError("give a user or an id") }
    }

    func run() throws {
        let named = [("user", user), ("id", id)].first { $0.1 != nil }
        let query = named.map { "?\($0)=\(Self.encoded($1 ?? ""))" } ?? ""
        let method = named == nil ? "GET" : undo ? "DELETE" : "POST"
        let body = try server.client().ask(method, "/admin/revocations\(query)")
        guard !server.json else { return try FileHandle.standardOutput.write(contentsOf: body) }
        guard let (kind, subject) = named else { return try list(body) }
        print("The \(kind) \(subject ?? "") is \(undo ? "no longer revoked" : "revoked").")
    }

    private func list(_ body: Data) throws {
        var table = TextTable([("KIND", false), ("REVOKED", false), ("SINCE", false)])
        for report in try JSONDecoder().decode([RevocationReport].self, from: body) {
            table.add([report.kind, report.subject, Figure.date(milliseconds: report.time)])
        }
        table.print()
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}

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
