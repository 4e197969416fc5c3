internal import Hosting
internal import Logging

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
protocol SettingValue: Sendable, Equatable {
    /// Reads it; nil for another form.
    init?(settingText: String)
    /// As it is read.
    var settingText: String { get }
    static var kind: SettingKind { get }
    /// The values, if they are words of a list.
    static var words: [String] { get }
    /// What an operator reads who gave something else.
    static var expected: String { get }
}

extension SettingValue {
    static var kind: SettingKind { .one }
    static var words: [String] { [] }
}

extension SettingValue where Self: RawRepresentable & CaseIterable, RawValue == String {
    init?(settingText: String) { self.init(rawValue: settingText) }
    var settingText: String { rawValue }
    static var words: [String] { allCases.map(\.rawValue) }
    static var expected: String {
        words.dropLast().joined(separator: ", ") + " or " + words.suffix(1).joined()
    }
}

extension String: SettingValue {
    init?(settingText: String) { self = settingText }
    var settingText: String { self }
    static var expected: String { "a string" }
}

extension Int: SettingValue {
    init?(settingText: String) { self.init(settingText) }
    var settingText: String { String(self) }
    static var expected: String { "a number" }
}

extension Bool: SettingValue {
    init?(settingText: String) {
        switch settingText.lowercased() {
        case "true", "yes", "on", "1": self = true
        case "false", "no", "off", "0": self = false
        default: return nil
        }
    }

    var settingText: String { self ? "true" : "false" }
    static var kind: SettingKind { .flag }
    static var expected: String { "true or false" }
}

extension [String]: SettingValue {
    init?(settingText: String) {
        self = settingText.split(separator: ",").map {
            String($0.trimmingPrefix(/\s*/)).replacing(/\s+$/, with: "")
        }
    }

    var settingText: String { joined(separator: ",") }
    static var kind: SettingKind { .list }
    static var expected: String { "a list of strings" }
}

extension ListenAddress: SettingValue {
    var settingText: String { description }
    static var expected: String { "HOST:PORT" }
}

extension Logger.Level: SettingValue {}

extension LogFormat: SettingValue {}

extension RuleHook.Failure: SettingValue {}

extension ServerOptions.Loop: SettingValue {}
