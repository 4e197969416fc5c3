/// The version of the program.
package enum ServerVersion {
    package static let text = "0.2.0"
}
