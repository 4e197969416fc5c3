/// The version of the program.
enum ServerVersion {
    static let text = "0.1.0"
}
