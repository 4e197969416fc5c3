internal import Foundation
internal import Settings

/// A YAML file of settings: one mapping of the names of settings to their values.
enum ConfigurationFile {
    /// Reads a file.
    ///
    /// - Returns: Its values by their keys; none for a file of nothing but comments.
    /// - Throws: `ConfigurationError.unreadable` for what is no mapping of texts and lists of them,
    ///   or `.unknownKey` for a key that is no setting.
    static func read(
        _ path: String,
        knowing names: [String]
    ) throws(ConfigurationError) -> [String: SettingContent] {
        var values: [String: SettingContent] = [:]
        for (key, value) in try contents(of: path) {
            guard names.contains(key) else {
                throw .unknownKey(key, path: path, nearest: Likeness.nearest(to: key, of: names))
            }
            guard let value else {
                throw .badValue(
                    key: key,
                    source: .file(path),
                    expected: "one value or a list of strings"
                )
            }
            values[key] = value
        }
        return values
    }

    private static func contents(
        of path: String
    ) throws(ConfigurationError) -> [(name: String, value: SettingsFile.Value?)] {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path))
        } catch {
            throw .unreadable(path: path, cause: error.localizedDescription)
        }
        do throws(SettingsFile.Fault) {
            return try SettingsFile.read(String(decoding: data, as: UTF8.self))
        } catch {
            switch error {
            case .notYAML(let cause):
                throw .unreadable(path: path, cause: "it is not YAML: \(cause)")
            case .notMapping: throw .unreadable(path: path, cause: "it is not a YAML mapping")
            }
        }
    }
}
