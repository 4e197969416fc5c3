internal import ArgumentParser
internal import Foundation
internal import Hosting
internal import Operations
internal import Settings

struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Print the effective settings, each with its source, as a file for --config.",
        discussion: "Fails, as the server would, if the settings cannot be used."
    )

    @OptionGroup var flags: ServerFlags

    func run() throws {
        let configuration = try EffectiveConfiguration.read(flags)
        let texts = configuration.options.texts
        for setting in SettingRow.all {
            let source = configuration.sources[setting.key] ?? .preset
            let value = Self.yaml(texts[setting.property] ?? "", setting.kind)
            print("\(setting.key): \(value)  # \(source)")
        }
        for (variable, nearest) in configuration.strangers {
            print("# environment variable \(variable) is not a setting; did you mean \(nearest)?")
        }
    }

    private static func yaml(_ text: String, _ kind: SettingKind) -> String {
        guard kind == .list else { return quoted(text) }
        let items = text.split(separator: ",").map { quoted(String($0)) }
        return "[\(items.joined(separator: ", "))]"
    }

    /// A text in YAML; in quotes unless it can be nothing else than itself.
    private static func quoted(_ text: String) -> String {
        if text.wholeMatch(of: /[A-Za-z0-9_\/.-]+/) != nil { return text }
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(escaped)\""
    }
}
