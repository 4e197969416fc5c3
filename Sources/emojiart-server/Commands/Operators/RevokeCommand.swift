internal import ArgumentParser
internal import Foundation
internal import Hosting
internal import Operations

struct RevokeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
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
        for line in table.lines { print(line) }
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}
