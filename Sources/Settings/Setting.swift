/// A setting of an operator, said once: its property, its value, and all there is to say of it.
///
/// It has one name: the property `idleSeconds` is the flag `--idle-seconds`, the variable
/// `EMOJIART_IDLE_SECONDS` and the key `idle-seconds` of the file. Help, completion, the manual
/// page and what SIGHUP does follow from it as well, by its `SettingRow`.
@propertyWrapper
package struct Setting<Value: SettingValue>: Sendable {
    /// The value in effect.
    package var wrappedValue: Value
    /// The row of a name; nil in options that were read, as the defaults have all rows.
    fileprivate let row: (@Sendable (_ property: String) -> SettingRow)?

    /// Declares a setting.
    ///
    /// - Parameters:
    ///   - wrappedValue: The default.
    ///   - help: What it is, in the imperative or as a noun, without a full stop; the help adds the
    ///     default.
    ///   - form: Which values there are.
    ///   - reloads: Whether SIGHUP puts a new value in effect, without a restart.
    package init(
        wrappedValue: Value,
        _ help: String,
        _ form: SettingForm<Value> = SettingForm(),
        reloads: Bool = true
    ) {
        self.wrappedValue = wrappedValue
        let preset = wrappedValue.settingText
        let isShown = Value.kind == .one && !preset.isEmpty
        row = { property in
            SettingRow(
                property: property,
                kind: Value.kind,
                help: isShown ? "\(help) (default: \(preset))." : "\(help).",
                words: Value.words,
                expected: form.expected,
                isLimit: form.isLimit,
                isReloadable: reloads,
                preset: preset,
                accepts: { Value(settingText: $0).map(form.accepts) ?? false }
            )
        }
    }
}

extension Setting: Equatable {
    /// Compares the values alone.
    package static func == (one: Setting, other: Setting) -> Bool {
        one.wrappedValue == other.wrappedValue
    }
}

extension Setting: Codable {
    /// Reads a text.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Value(settingText: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "its row accepts what cannot be read"
            )
        }
        wrappedValue = value
        row = nil
    }

    /// Writes the text.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue.settingText)
    }
}

private protocol AnySetting {
    var row: (@Sendable (_ property: String) -> SettingRow)? { get }
}

extension Setting: AnySetting {}

/// A row of the table of settings.
package struct SettingRow: Sendable {
    /// The name of the property.
    package let property: String
    /// How it is given.
    package let kind: SettingKind
    /// The help, with the default.
    package let help: String
    /// The values, if they are words of a list.
    package let words: [String]
    /// Which values there are, for who gave another.
    package let expected: String
    /// True when the help shows it among the limits.
    package let isLimit: Bool
    /// True when SIGHUP puts a new value in effect, without a restart.
    package let isReloadable: Bool
    /// The default as text.
    package let preset: String
    /// Returns true for a text that is a value.
    package let accepts: @Sendable (String) -> Bool

    /// The rows of the defaults of a type and of the types in it, in the order of their properties.
    package static func all(of defaults: Any) -> [SettingRow] {
        Mirror(reflecting: defaults).children.flatMap { label, value in
            guard let setting = value as? any AnySetting else { return all(of: value) }
            // A wrapper's property has an underscore in front.
            return setting.row.map { [$0(String((label ?? "_").dropFirst()))] } ?? []
        }
    }

    /// The name in the file, and of the flag.
    package var key: String { property.replacing(/[A-Z]/) { "-\($0.output.lowercased())" } }

    /// The name in the environment.
    package var variable: String {
        Self.prefix + key.uppercased().replacing("-", with: "_")
    }

    /// How the names in the environment begin.
    package static let prefix = "EMOJIART_"
}

/// Which values a setting has.
package struct SettingForm<Value: SettingValue>: Sendable {
    /// The accepted values in words, for the error about another one.
    let expected: String
    var isLimit = false
    let accepts: @Sendable (Value) -> Bool

    /// Makes a form of values that are accepted: by default, all.
    package init(
        expected: String = Value.expected,
        accepts: @escaping @Sendable (Value) -> Bool = { _ in true }
    ) {
        self.expected = expected
        self.accepts = accepts
    }
}

extension SettingForm<Int> {
    /// A number within bounds.
    package static func number(_ range: ClosedRange<Int>) -> Self {
        Self(
            expected: "a number from \(range.lowerBound) to \(range.upperBound)",
            accepts: range.contains
        )
    }

    /// A number of which the help speaks among the limits.
    package static func limit(_ range: ClosedRange<Int> = 1...1_000_000_000) -> Self {
        var form = number(range)
        form.isLimit = true
        return form
    }
}

extension SettingForm<[String]> {
    /// Texts that are each accepted.
    package static func each(
        _ expected: String,
        _ accepts: @escaping @Sendable (String) -> Bool
    ) -> Self {
        Self(expected: expected, accepts: { $0.allSatisfy(accepts) })
    }
}
