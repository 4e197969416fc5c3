internal import Yams

/// A YAML file of settings: one mapping of names to texts and lists of texts.
package enum SettingsFile {
    /// The value of a setting.
    package enum Value: Equatable, Sendable {
        /// One text: numbers and words such as `true` are texts too.
        case text(String)
        case list([String])
    }

    /// Why a text is no file of settings.
    package enum Fault: Error, Equatable, Sendable {
        /// It is not YAML: the cause and its place.
        case notYAML(String)
        /// It is YAML of another kind.
        case notMapping
    }

    /// Reads the text of a file.
    ///
    /// - Returns: What each name has; nil for a mapping, and for a list of anything but texts.
    ///   Nothing for a file of nothing but comments.
    /// - Throws: `Fault`, also for a name that stands there twice.
    package static func read(_ text: String) throws(Fault) -> [(name: String, value: Value?)] {
        let found: Node?
        do {
            found = try Yams.compose(yaml: text)
        } catch {
            throw .notYAML("\(error)")
        }
        guard let root = found else { return [] }
        guard let mapping = root.mapping else { throw .notMapping }
        return mapping.map { ($0.key.scalar?.string ?? "?", Value($0.value)) }
    }
}

extension SettingsFile.Value {
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
