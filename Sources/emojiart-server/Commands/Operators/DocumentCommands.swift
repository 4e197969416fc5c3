internal import ArgumentParser
internal import EmojiArt
internal import Hosting
internal import Operations

// What is done to one document of the running server.

struct KickCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kick",
        abstract: "Disconnect a member; its client does not reconnect by itself.",
        discussion: "`inspect` lists the members' numbers. The connection closes with 4410."
    )

    @Argument(help: "Document name.", transform: OperatorOptions.name)
    var document: DocumentName
    @Argument(help: "Member number.") var member: Int
    @OptionGroup var server: OperatorOptions

    func run() throws {
        try server.client().ask("POST", document, "/kick", query: "?member=\(member)")
        server.report("removed", document, "Member \(member) was disconnected from \(document).")
    }
}

struct CloseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "close",
        abstract: "Unload a document from memory; its members reconnect by themselves."
    )

    @Argument(help: "Document name.", transform: OperatorOptions.name)
    var document: DocumentName
    @OptionGroup var server: OperatorOptions

    func run() throws {
        try server.client().ask("POST", document, "/close")
        server.report("closed", document, "\(document) was closed.")
    }
}

struct FreezeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "freeze",
        abstract: "Accept no edits of a document until unfreeze, even after a restart.",
        discussion: """
            Members stay connected and see each other. Their edits are not refused: clients keep \
            them pending, show them as unsaved, and resend them after unfreeze. When this command \
            returns, all edits accepted before are durable.
            """
    )

    @Argument(help: "Document name.", transform: OperatorOptions.name)
    var document: DocumentName
    @OptionGroup var server: OperatorOptions

    func run() throws {
        try server.client().ask("POST", document, "/freeze")
        server.report("frozen", document, "\(document) is frozen.")
    }
}

struct UnfreezeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unfreeze",
        abstract: "Accept edits of a frozen document again."
    )

    @Argument(help: "Document name.", transform: OperatorOptions.name)
    var document: DocumentName
    @OptionGroup var server: OperatorOptions

    func run() throws {
        try server.client().ask("POST", document, "/unfreeze")
        server.report("unfrozen", document, "\(document) accepts edits again.")
    }
}

struct DeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a document with its history and images; this cannot be undone."
    )

    @Argument(help: "Document name.", transform: OperatorOptions.name)
    var document: DocumentName
    @OptionGroup var server: OperatorOptions

    func run() throws {
        try server.client().ask("DELETE", document)
        server.report("deleted", document, "\(document) was deleted.")
    }
}

struct RenameCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename a document; its members follow it."
    )

    @Argument(help: "Document name.", transform: OperatorOptions.name)
    var document: DocumentName
    @Argument(help: "New name.", transform: OperatorOptions.name)
    var new: DocumentName
    @OptionGroup var server: OperatorOptions

    func run() throws {
        try server.client().ask("POST", document, "/rename", query: "?name=\(new)")
        server.report("renamed", document, "\(document) is now \(new).")
    }
}
