/// Where the value of a setting comes from.
package enum SettingSource: Sendable, Equatable, CustomStringConvertible {
    case flag
    /// The variable's name.
    case environment(String)
    /// The file's path.
    case file(String)
    case preset

    package var description: String {
        switch self {
        case .flag: "flag"
        case .environment(let name): "environment \(name)"
        case .file(let path): path
        case .preset: "default"
        }
    }
}
