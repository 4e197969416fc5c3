internal import HTTPClient
internal import Hosting
internal import WebSockets

/// A setting of an operator, said once: its property, its value, and all there is to say of it.
///
/// It has one name: the property `idleSeconds` is the flag `--idle-seconds`, the variable
/// `EMOJIART_IDLE_SECONDS` and the key `idle-seconds` of the file. Help, completion, the manual
/// page and what SIGHUP does follow from it as well, by `SettingRow.all`.
@propertyWrapper
struct Setting<Value: SettingValue>: Sendable {
    var wrappedValue: Value
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
    init(
        wrappedValue: Value,
        _ help: String,
        _ form: SettingForm<Value> = .any,
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
    static func == (one: Setting, other: Setting) -> Bool { one.wrappedValue == other.wrappedValue }
}

extension Setting: Codable {
    init(from decoder: any Decoder) throws {
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

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue.settingText)
    }
}

/// A setting, whatever its value is.
private protocol AnySetting {
    var row: (@Sendable (_ property: String) -> SettingRow)? { get }
}

extension Setting: AnySetting {}

/// A row of the table of settings.
package struct SettingRow: Sendable {
    /// The name of the property of `ServerOptions`.
    package let property: String
    /// How it is given.
    package let kind: SettingKind
    let help: String
    /// The values, if they are words of a list.
    let words: [String]
    /// Which values there are, for who gave another.
    let expected: String
    /// Whether the help shows it among the limits.
    let isLimit: Bool
    /// Whether SIGHUP puts a new value in effect, without a restart.
    let isReloadable: Bool
    /// The default as text.
    let preset: String
    /// Whether a text is a value.
    let accepts: @Sendable (String) -> Bool

    /// All of them, in the order in which they are shown.
    package static let all = Mirror(reflecting: ServerOptions()).children.compactMap {
        label,
        value in
        // A wrapper's property has an underscore in front.
        (value as? any AnySetting)?.row?(String((label ?? "_").dropFirst()))
    }

    /// The name in the file, and of the flag.
    package var key: String { property.replacing(/[A-Z]/) { "-\($0.output.lowercased())" } }

    /// The name in the environment.
    var variable: String { Self.prefix + key.uppercased().replacing("-", with: "_") }

    static let prefix = "EMOJIART_"
}

/// Which values a setting has.
struct SettingForm<Value: SettingValue>: Sendable {
    /// What an operator reads who gave another value.
    var expected = Value.expected
    var isLimit = false
    var accepts: @Sendable (Value) -> Bool = { _ in true }

    static var any: Self { Self() }
}

extension SettingForm<Int> {
    static func number(_ range: ClosedRange<Int>) -> Self {
        Self(
            expected: "a number from \(range.lowerBound) to \(range.upperBound)",
            accepts: range.contains
        )
    }

    /// A number of which the help speaks among the limits.
    static func limit(_ range: ClosedRange<Int> = 1...1_000_000_000) -> Self {
        var form = number(range)
        form.isLimit = true
        return form
    }
}

extension SettingForm<String> {
    static let file = Self(expected: "a file")
    static let directory = Self(expected: "a directory")
    static let path = Self(expected: "a path, or empty")
    static let data = Self(expected: "a directory", accepts: { !$0.isEmpty })

    static let url = Self(
        expected: "an http or https URL",
        accepts: { $0.isEmpty || HTTPURL($0) != nil }
    )
    static let address = Self(
        expected: "HOST:PORT, or empty",
        accepts: { $0.isEmpty || ListenAddress(settingText: $0) != nil }
    )
}

extension SettingForm<[String]> {
    static let hosts = each("a host such as art.example.org or art.example.org:8443") {
        !$0.contains("/")
    }
    static let origins = each("an origin such as https://art.example.org") {
        $0.contains(/^https?:\/\/[^\/]+$/)
    }
    static let proxies = each("an address such as 192.0.2.7 or 10.0.0.0/8") {
        AddressRange($0) != nil
    }

    private static func each(
        _ expected: String,
        _ accepts: @escaping @Sendable (String) -> Bool
    ) -> Self {
        Self(expected: expected, accepts: { $0.allSatisfy(accepts) })
    }
}
