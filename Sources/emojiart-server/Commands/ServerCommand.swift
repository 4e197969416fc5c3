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
            ServeCommand.self, ConfigCommand.self, TokenCommand.self, BackupCommand.self,
            VerifyCommand.self, RestoreCommand.self,
        ],
        groupedSubcommands: [
            CommandGroup(
                name: "Operator",
                subcommands: [
                    TopCommand.self, ListCommand.self, InspectCommand.self, KickCommand.self,
                    CloseCommand.self, FreezeCommand.self, UnfreezeCommand.self,
                    RenameCommand.self, DeleteCommand.self, RevokeCommand.self, DrainCommand.self,
                ]
            )
        ],
        defaultSubcommand: ServeCommand.self
    )
}

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
