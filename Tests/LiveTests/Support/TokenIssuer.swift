import Foundation
import TestKit
import Testing

/// A secret, and the tokens that the program issues with it.
struct TokenIssuer {
    /// The file of the secret.
    let secret: String

    init(in directory: TemporaryDirectory) throws {
        secret = directory.path("token.secret")
        let made = try Program("emojiart-server", ["token", "--new-secret", secret]).finish()
        try #require(made.ending == .exit(0), "\(made.errors)")
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
    func issueWithID(
        _ documents: String = "picnic",
        user: String
    ) throws
        -> (token: String, id: String)
    {
        let (token, errors) = try run(documents, "editor", user, [])
        let id = try #require(errors.last?.split(separator: " ").last.map(String.init))
        return (token, id)
    }

    private func run(
        _ documents: String,
        _ role: String,
        _ user: String,
        _ more: [String]
    ) throws -> (token: String, errors: [String]) {
        let run = try Program(
            "emojiart-server",
            [
                "token", "--secret", secret, "--documents", documents, "--role", role, "--user",
                user,
            ] + more
        ).finish()
        return (try #require(run.output.first, "\(run.errors)"), run.errors)
    }
}
