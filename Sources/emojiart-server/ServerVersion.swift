/// The version of the program.
enum ServerVersion {
    static let text = "0.2.0"
}
