internal import Hosting

/// A word about tokens that are refused, for an operator.
package struct RevocationReport: Codable, Equatable {
    /// `id` or `user`.
    package let kind: String
    /// The token's id, or the user.
    package let subject: String
    /// When it was said, in milliseconds since 1970: a user's later tokens count.
    package let time: Int
}

extension Revocations {
    /// All of them, those of users last.
    var reports: [RevocationReport] {
        let (ids, users) = (ids.sorted { $0.key < $1.key }, users.sorted { $0.key < $1.key })
        return ids.map { RevocationReport(kind: "id", subject: $0.key, time: $0.value) }
            + users.map { RevocationReport(kind: "user", subject: $0.key, time: $0.value) }
    }
}
