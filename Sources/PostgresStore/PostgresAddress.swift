/// Where PostgreSQL is: `postgresql://user:password@host1,host2:5432/name?parameters`.
package struct PostgresAddress: Sendable, CustomStringConvertible {
    /// The address with its password.
    let whole: String
    private let secrets: [String]

    /// An address; nil for what is none.
    package init?(_ text: String) {
        let schemes = ["postgresql://", "postgres://"]
        guard schemes.contains(where: text.hasPrefix) else { return nil }
        whole = text
        // The password is between the user's colon and the last @ before the path, or a parameter.
        let rest = text[(text.firstRange(of: "://")?.upperBound ?? text.startIndex)...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        var found: [Substring] = []
        if let at = authority.lastIndex(of: "@"),
            let colon = authority[..<at].firstIndex(of: ":")
        {
            found.append(authority[authority.index(after: colon)..<at])
        }
        for name in ["password=", "sslpassword="] {
            for range in text.ranges(of: name) {
                found.append(text[range.upperBound...].prefix { $0 != "&" })
            }
        }
        secrets = found.filter { !$0.isEmpty }.map(String.init)
    }

    /// The address without passwords.
    package var description: String { hidden(whole) }

    /// A text without the passwords of this address.
    func hidden(_ text: String) -> String {
        secrets.reduce(text) { $0.replacing($1, with: "...") }
    }
}
