internal import ArgumentParser
internal import Foundation
internal import Hosting
internal import Operations

/// `emojiart-server config`: what the server would run with, and where each value comes from.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Print the effective settings, each with its source, as a file for --config.",
        discussion: "Fails, as the server would, if the settings cannot be used."
    )

    @OptionGroup var flags: ServerFlags

    func run() throws {
        let configuration = try EffectiveConfiguration.read(flags)
        for setting in Setting.all {
            let source = configuration.sources[setting.key] ?? .preset
            let texts = setting.texts(configuration.options).map(Self.quoted)
            let value = setting.isList ? "[\(texts.joined(separator: ", "))]" : texts.joined()
            print("\(setting.key): \(value)  # \(source)")
        }
        for (variable, nearest) in configuration.strangers {
            print("# environment variable \(variable) is not a setting; did you mean \(nearest)?")
        }
    }

    /// A text in YAML; in quotes unless it can be nothing else than itself.
    private static func quoted(_ text: String) -> String {
        if text.wholeMatch(of: /[A-Za-z0-9_\/.-]+/) != nil { return text }
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(escaped)\""
    }
}
