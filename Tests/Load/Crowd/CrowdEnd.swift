/// How a member's connection came to its end.
package struct CrowdEnd: Equatable, Sendable {
    /// The code of the server's Close frame; nil without one.
    package let code: Int?
    /// The reason in it, or what went wrong.
    package let reason: String
}
