/// Why there is no crowd, or not another member.
package struct CrowdError: Error, CustomStringConvertible {
    /// The cause, as a sentence without a full stop.
    package let description: String
}
