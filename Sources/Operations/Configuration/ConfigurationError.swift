/// Why settings cannot be used: the cause, and the next step.
package enum ConfigurationError: Error, CustomStringConvertible {
    /// The file is not there, or is no YAML, or no mapping.
    case unreadable(path: String, cause: String)
    /// A key that means nothing, and the name that is most like it.
    case unknownKey(String, path: String, nearest: String)
    /// A value that a setting does not take.
    case badValue(key: String, source: SettingSource, expected: String)
    /// Values that do not go together.
    case contradiction(String)

    /// The cause, and the next step.
    package var description: String {
        switch self {
        case .unreadable(let path, let cause): "cannot use \(path): \(cause)"
        case .unknownKey(let key, let path, let nearest):
            "\(path): there is no setting '\(key)'; did you mean \(nearest)?"
        case .badValue(let key, let source, let expected):
            "\(key) (\(source)) must be \(expected)"
        case .contradiction(let text): text
        }
    }
}
