internal import ArgumentParser
internal import Settings

/// The settings as flags; what is not given is looked for in the environment and in the file.
package struct ServerFlags: ParsableArguments {
    @Option(help: "YAML file of settings; its keys are the names of these flags.")
    var config: String?

    @OptionGroup private var main: SettingFlags<MainSettings>
    @OptionGroup(title: "Limits") private var limits: SettingFlags<LimitSettings>

    var texts: [String: String] { main.texts.merging(limits.texts) { text, _ in text } }

    private enum MainSettings: SettingChoice {
        static let rows = SettingRow.all.filter { !$0.isLimit }
    }

    private enum LimitSettings: SettingChoice {
        static let rows = SettingRow.all.filter(\.isLimit)
    }
}

private protocol SettingChoice {
    static var rows: [SettingRow] { get }
}

/// Flags that are made of rows of the table of settings.
///
/// ArgumentParser asks a `Mirror` for the properties of its arguments; here there is one a row.
private struct SettingFlags<Choice: SettingChoice>: ParsableArguments, CustomReflectable {
    private(set) var texts: [String: String] = [:]

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Property.self)
        for row in Choice.rows {
            let key = Property(stringValue: row.property)
            texts[row.property] =
                switch row.kind {
                case .one: try container.decode(Option<String?>.self, forKey: key).wrappedValue
                case .flag:
                    try container.decode(Flag<Bool?>.self, forKey: key).wrappedValue?.settingText
                case .list:
                    try container.decode(Option<[String]>.self, forKey: key).givenText
                }
        }
    }

    var customMirror: Mirror {
        Mirror(self, children: Choice.rows.map { (label: $0.property, value: Self.argument($0)) })
    }

    private static func argument(_ row: SettingRow) -> Any {
        let help = ArgumentHelp(stringLiteral: row.help)
        let check = { @Sendable (text: String) in
            guard row.accepts(text) else { throw ValidationError("it must be \(row.expected)") }
            return text
        }
        return switch row.kind {
        case .one:
            Option<String?>(
                help: help,
                completion: row.words.isEmpty ? nil : .list(row.words),
                transform: check
            )
        case .list: Option<[String]>(wrappedValue: [], help: help, transform: check)
        case .flag: Flag<Bool?>(inversion: .prefixedNo, help: help)
        }
    }

    private struct Property: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

extension Option<[String]> {
    fileprivate var givenText: String? { wrappedValue.isEmpty ? nil : wrappedValue.settingText }
}
