internal import Settings

/// A YAML file of settings: one mapping of the names of settings to their values.
enum ConfigurationFile {
    /// Reads the values of a file by their keys; none of nothing but comments.
    ///
    /// - Throws: `unreadable` for what is no mapping, `unknownKey` for a key that is no setting, or
    ///   `badValue` for a list instead of a text, and a text of a list.
    static func read(_ path: String) throws(ConfigurationError) -> [String: String] {
        var texts: [String: String] = [:]
        for (key, value) in try contents(of: path) {
            guard let setting = SettingRow.all.first(where: { $0.key == key }) else {
                let nearest = Likeness.nearest(to: key, of: SettingRow.all.map(\.key))
                throw .unknownKey(key, path: path, nearest: nearest)
            }
            switch (value, setting.kind) {
            case (.list(let list), .list): texts[key] = list.settingText
            case (.text(let text), .one), (.text(let text), .flag): texts[key] = text
            default:
                throw .badValue(
                    key: key,
                    source: .file(path),
                    expected: setting.kind == .list ? "a list of strings" : "one value"
                )
            }
        }
        return texts
    }

    private static func contents(
        of path: String
    ) throws(ConfigurationError) -> [(name: String, value: SettingsFile.Value?)] {
        let bytes = try KeyFile.contents(of: path, atMost: 1 << 20)
        do throws(SettingsFile.Fault) {
            return try SettingsFile.read(String(decoding: bytes, as: UTF8.self))
        } catch {
            switch error {
            case .notYAML(let cause):
                throw .unreadable(path: path, cause: "it is not YAML: \(cause)")
            case .notMapping: throw .unreadable(path: path, cause: "it is not a YAML mapping")
            }
        }
    }
}

/// How much two names differ, for who wrote one of them wrongly.
enum Likeness {
    /// The name that is most like a text: the fewest letters added, left out or exchanged.
    ///
    /// - Precondition: there are names.
    /// - Complexity: O(names × length²).
    static func nearest(to text: String, of names: [String]) -> String {
        guard let best = names.min(by: { distance(text, $0) < distance(text, $1) }) else {
            preconditionFailure("There is always a name to be meant.")
        }
        return best
    }

    static func distance(_ one: String, _ other: String) -> Int {
        let letters = Array(other.utf8)
        var row = Array(0...letters.count)
        for (index, letter) in one.utf8.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in letters.indices {
                let exchanged = diagonal + (letters[column] == letter ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(exchanged, diagonal + 1, row[column] + 1)
            }
        }
        return row[letters.count]
    }
}
