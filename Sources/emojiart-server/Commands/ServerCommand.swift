internal import ArgumentParser
internal import Foundation
internal import Operations
internal import Settings

@main
struct ServerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "emojiart-server",
        abstract: "Serve shared EmojiArt documents that many people edit at once.",
        version: ServerVersion.text,
        subcommands: [
            Serve.self, Config.self, Token.self, Backup.self, Verify.self, Restore.self,
        ],
        groupedSubcommands: [
            CommandGroup(
                name: "Operator",
                subcommands: [
                    Top.self, List.self, Inspect.self, Kick.self, Close.self, Freeze.self,
                    Unfreeze.self, Rename.self, Delete.self, Revoke.self, DrainCommand.self,
                ]
            )
        ],
        defaultSubcommand: Serve.self
    )
}

struct Config: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the effective settings, each with its source, as a file for --config.",
        discussion: "Fails, as the server would, if the settings cannot be used."
    )

    @OptionGroup var flags: ServerFlags

    func run() throws {
        let configuration = try EffectiveConfiguration.read(flags)
        let texts = configuration.options.texts
        for setting in SettingRow.all {
            let source = configuration.sources[setting.key] ?? .preset
            let value = Self.yaml(ServerOptions.shown(texts[setting.property] ?? ""), setting.kind)
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

    private static func quoted(_ text: String) -> String {
        if text.wholeMatch(of: /[A-Za-z0-9_\/.-]+/) != nil { return text }
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(escaped)\""
    }
}
