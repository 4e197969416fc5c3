/// How a setting is given.
package enum SettingKind: Sendable {
    /// By one text.
    case one
    /// By several: a flag is repeated, the environment has commas in between.
    case list
    /// By a flag without a value.
    case flag
}

/// A value that is written as one text, the same in a flag, in the environment and in the file.
package protocol SettingValue: Sendable, Equatable {
    /// Reads it; nil for another form.
    init?(settingText: String)
    /// As it is read.
    var settingText: String { get }
    /// How it is given.
    static var kind: SettingKind { get }
    /// The values, if they are words of a list.
    static var words: [String] { get }
    /// The accepted values in words, for the error about another one.
    static var expected: String { get }
}

extension SettingValue {
    /// How it is given.
    package static var kind: SettingKind { .one }
    /// The values, if they are words of a list.
    package static var words: [String] { [] }
}

extension SettingValue where Self: RawRepresentable & CaseIterable, RawValue == String {
    /// Reads it.
    package init?(settingText: String) { self.init(rawValue: settingText) }
    /// As it is read.
    package var settingText: String { rawValue }
    /// The values, if they are words of a list.
    package static var words: [String] { allCases.map(\.rawValue) }
    /// The accepted values in words, for the error about another one.
    package static var expected: String {
        words.dropLast().joined(separator: ", ") + " or " + words.suffix(1).joined()
    }
}

extension String: SettingValue {
    /// Reads it.
    package init?(settingText: String) { self = settingText }
    /// As it is read.
    package var settingText: String { self }
    /// The accepted values in words, for the error about another one.
    package static var expected: String { "a string" }
}

extension Int: SettingValue {
    /// Reads it.
    package init?(settingText: String) { self.init(settingText) }
    /// As it is read.
    package var settingText: String { String(self) }
    /// The accepted values in words, for the error about another one.
    package static var expected: String { "a number" }
}

extension Bool: SettingValue {
    /// Reads it.
    package init?(settingText: String) {
        switch settingText.lowercased() {
        case "true", "yes", "on", "1": self = true
        case "false", "no", "off", "0": self = false
        default: return nil
        }
    }

    /// As it is read.
    package var settingText: String { self ? "true" : "false" }
    /// How it is given.
    package static var kind: SettingKind { .flag }
    /// The accepted values in words, for the error about another one.
    package static var expected: String { "true or false" }
}

extension [String]: SettingValue {
    /// Reads it.
    package init?(settingText: String) {
        self = settingText.split(separator: ",").map {
            String($0.trimmingPrefix(/\s*/)).replacing(/\s+$/, with: "")
        }
    }

    /// As it is read.
    package var settingText: String { joined(separator: ",") }
    /// How it is given.
    package static var kind: SettingKind { .list }
    /// The accepted values in words, for the error about another one.
    package static var expected: String { "a list of strings" }
}
