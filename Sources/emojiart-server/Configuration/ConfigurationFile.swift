internal import Foundation
internal import Yams

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
        do {
            let data = try Data(contentsOf: URL(filePath: path))
            guard let root = try Yams.compose(yaml: String(decoding: data, as: UTF8.self)) else {
                return [:]
            }
            guard let mapping = root.mapping else {
                throw ConfigurationError.unreadable(path: path, cause: "it is not a YAML mapping")
            }
            var values: [String: SettingContent] = [:]
            for (key, value) in mapping {
                let key = key.string ?? "?"
                guard names.contains(key) else {
                    throw ConfigurationError.unknownKey(
                        key,
                        path: path,
                        nearest: Likeness.nearest(to: key, of: names)
                    )
                }
                guard let content = SettingContent(value) else {
                    throw ConfigurationError.badValue(
                        key: key,
                        source: .file(path),
                        expected: "one value or a list of strings"
                    )
                }
                values[key] = content
            }
            return values
        } catch let error as ConfigurationError {
            throw error
        } catch let error as YamlError {
            throw .unreadable(path: path, cause: "it is not YAML: \(error)")
        } catch let error as CocoaError {
            throw .unreadable(path: path, cause: error.localizedDescription)
        } catch {
            throw .unreadable(path: path, cause: "\(error)")
        }
    }
}

extension SettingContent {
    /// A value of a file; nil for a mapping, and for a list of anything but texts and numbers.
    fileprivate init?(_ node: Node) {
        switch node {
        case .scalar(let scalar): self = .text(scalar.string)
        case .sequence(let items):
            let texts = items.compactMap { $0.scalar?.string }
            guard texts.count == items.count else { return nil }
            self = .list(texts)
        default: return nil
        }
    }
}
