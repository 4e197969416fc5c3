internal import ArgumentParser
internal import Hosting
internal import Operations

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
