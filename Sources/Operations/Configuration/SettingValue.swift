internal import Hosting
internal import Logging
internal import Settings

/// The content of a setting, from a flag, a variable or the file.
typealias SettingContent = SettingsFile.Value

extension SettingContent {
    /// Reads a variable of the environment; a list has commas between its texts.
    init(_ variable: String, isList: Bool) {
        guard isList else {
            self = .text(variable)
            return
        }
        let texts = variable.split(separator: ",")
        self = .list(
            texts.map { String($0.trimmingPrefix(/\s*/)).replacing(/\s+$/, with: "") }
        )
    }
}

/// A value that is written as one text, the same in a flag, in the environment and in the file.
protocol SettingValue: Sendable {
    /// Reads it; nil for another form.
    init?(settingText: String)
    /// As it is read.
    var settingText: String { get }
}

extension SettingValue where Self: RawRepresentable, RawValue == String {
    init?(settingText: String) { self.init(rawValue: settingText) }
    var settingText: String { rawValue }
}

extension String: SettingValue {
    init?(settingText: String) { self = settingText }
    var settingText: String { self }
}

extension Int: SettingValue {
    init?(settingText: String) { self.init(settingText) }
    var settingText: String { String(self) }
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
}

extension ListenAddress: SettingValue {
    var settingText: String { description }
}

extension Logger.Level: SettingValue {}

extension LogFormat: SettingValue {}

extension RuleHook.Failure: SettingValue {}

extension ServerOptions.Loop: SettingValue {}
