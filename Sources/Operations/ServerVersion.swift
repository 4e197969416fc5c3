/// The version of the program.
package enum ServerVersion {
    /// As CHANGELOG.md names it.
    package static let text = "0.2.0"
}
