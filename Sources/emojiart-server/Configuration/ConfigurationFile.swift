internal import Configuration
internal import Foundation
internal import Yams

/// A YAML file of settings: one mapping of the names of settings to their values.
enum ConfigurationFile {
    /// Reads a file.
    ///
    /// - Returns: Its values; nil for a file of nothing but comments.
    /// - Throws: `ConfigurationError.unreadable`, or `.unknownKey` for a key that is no setting.
    static func read(
        _ path: String,
        knowing names: [String]
    ) throws(ConfigurationError) -> (any ConfigSnapshot)? {
        do {
            let data = try Data(contentsOf: URL(filePath: path))
            guard let root = try Yams.compose(yaml: String(decoding: data, as: UTF8.self)) else {
                return nil
            }
            // The provider gives the values of keys, and says nothing of keys nobody asks for.
            for (key, _) in root.mapping ?? [:] {
                let key = key.string ?? "?"
                guard names.contains(key) else {
                    throw ConfigurationError.unknownKey(
                        key,
                        path: path,
                        nearest: Likeness.nearest(to: key, of: names)
                    )
                }
            }
            return try YAMLSnapshot(
                data: data.bytes,
                providerName: path,
                parsingOptions: .default
            )
        } catch let error as ConfigurationError {
            throw error
        } catch let error as YamlError {
            throw .unreadable(path: path, cause: "it is no YAML: \(error)")
        } catch let error as CocoaError {
            throw .unreadable(path: path, cause: error.localizedDescription)
        } catch {
            throw .unreadable(path: path, cause: "\(error)")
        }
    }
}
