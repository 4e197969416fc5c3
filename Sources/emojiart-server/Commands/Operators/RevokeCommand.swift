internal import ArgumentParser
internal import Foundation

/// `emojiart-server revoke`: refuses tokens that were given out.
struct RevokeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Refuse tokens that have not expired, and send their bearers away.",
        discussion: """
            emojiart-server revoke --user ada     all tokens that were issued to ada until now
            emojiart-server revoke --id ID        one token, by the id that `token` told
            emojiart-server revoke                lists what was revoked

            It counts at once and outlives a restart. A token that ada is issued a second later \
            is good: to keep ada out, issue none.
            """
    )

    @Option(help: "The user whose tokens are refused, the claim sub.") var user: String?
    @Option(help: "The id of the token that is refused, the claim jti.") var id: String?
    @Flag(help: "Let them in again.") var undo = false
    @OptionGroup var server: OperatorOptions

    func validate() throws {
        guard user == nil || id == nil else { throw ValidationError("Say --user or --id.") }
        guard !undo || user != nil || id != nil else {
            throw ValidationError("Say whose revocation is taken back: --user or --id.")
        }
        guard user != "", id != "" else { throw ValidationError("Say a user or an id.") }
    }

    func run() throws {
        let named = [("user", user), ("id", id)].first { $0.1 != nil }
        let query = named.map { "?\($0)=\(Self.encoded($1 ?? ""))" } ?? ""
        let method = named == nil ? "GET" : undo ? "DELETE" : "POST"
        let body = try server.client().ask(method, "/admin/revocations\(query)")
        guard !server.json else { return try FileHandle.standardOutput.write(contentsOf: body) }
        guard let (kind, subject) = named else { return try list(body) }
        print("The \(kind) \(subject ?? "") is \(undo ? "let in again" : "revoked").")
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
