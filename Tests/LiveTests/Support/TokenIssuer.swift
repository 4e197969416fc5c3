import Foundation
import TestKit
import Testing

/// A secret or a pair of keys, and the tokens that the program issues with it.
struct TokenIssuer {
    /// The file that signs.
    let secret: String
    /// Whether it is the private key of a pair.
    let isPair: Bool

    init(in directory: TemporaryDirectory, isPair: Bool = false) throws {
        secret = directory.path(isPair ? "token.key" : "token.secret")
        self.isPair = isPair
        let option = isPair ? "--new-keys" : "--new-secret"
        let made = try Program.server(["token", option, secret])
        try #require(made.ending == .exit(0), "\(made.errors)")
    }

    /// What a server is started with that takes the tokens.
    var options: [String] {
        isPair ? ["--token-keys", secret + ".jwks"] : ["--token-secret", secret]
    }

    /// A token.
    func issue(
        _ documents: String = "picnic",
        role: String = "editor",
        user: String = "ada",
        _ more: [String] = []
    ) throws -> String {
        try run(documents, role, user, more).token
    }

    /// A token, and the id by which it can be revoked.
    func issueWithID(user: String) throws -> (token: String, id: String) {
        let (token, errors) = try run("picnic", "editor", user, [])
        let id = try #require(errors.last?.split(separator: " ").last.map(String.init))
        return (token, id)
    }

    private func run(
        _ documents: String,
        _ role: String,
        _ user: String,
        _ more: [String]
    ) throws -> (token: String, errors: [String]) {
        let run = try Program.server(
            [
                "token", isPair ? "--key" : "--secret", secret, "--documents", documents, "--role",
                role, "--user",
                user,
            ] + more
        )
        return (try #require(run.output.first, "\(run.errors)"), run.errors)
    }
}
