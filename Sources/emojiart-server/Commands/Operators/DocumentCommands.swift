internal import ArgumentParser
internal import EmojiArt

// What is done to one document of the running server.

/// `emojiart-server kick`: sends one member away.
struct KickCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kick",
        abstract: "Send a member away, who comes back only when a person asks for it.",
        discussion: "`inspect` tells the numbers of members. The connection closes with 4410."
    )

    @Argument(help: "The document's name.", transform: OperatorOptions.name)
    var document: DocumentName
    @Argument(help: "The member's number.") var member: Int
    @OptionGroup var server: OperatorOptions

    func run() throws {
        try server.client().ask("POST", document, "/kick", query: "?member=\(member)")
        server.report("removed", document, "Member \(member) was sent away from \(document).")
    }
}

/// `emojiart-server close`: takes a document out of memory.
struct CloseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "close",
        abstract: "Take a document out of memory; its members come back by themselves."
    )

    @Argument(help: "The document's name.", transform: OperatorOptions.name)
    var document: DocumentName
    @OptionGroup var server: OperatorOptions

    func run() throws {
        try server.client().ask("POST", document, "/close")
        server.report("closed", document, "\(document) was closed.")
    }
}

/// `emojiart-server freeze`: takes no edits of a document.
struct FreezeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "freeze",
        abstract: "Take no edits of a document until unfreeze, also after a restart.",
        discussion: """
            Members stay and see each other. Their edits are not refused: they wait at the \
            clients, which show them as unsaved, and count when the document takes edits again. \
            When this command ends, all edits that were taken are on the disk.
            """
    )

    @Argument(help: "The document's name.", transform: OperatorOptions.name)
    var document: DocumentName
    @OptionGroup var server: OperatorOptions

    func run() throws {
        try server.client().ask("POST", document, "/freeze")
        server.report("frozen", document, "\(document) is frozen.")
    }
}

/// `emojiart-server unfreeze`: takes edits again.
struct UnfreezeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unfreeze",
        abstract: "Take edits of a frozen document again."
    )

    @Argument(help: "The document's name.", transform: OperatorOptions.name)
    var document: DocumentName
    @OptionGroup var server: OperatorOptions

    func run() throws {
        try server.client().ask("POST", document, "/unfreeze")
        server.report("unfrozen", document, "\(document) takes edits.")
    }
}

/// `emojiart-server delete`: deletes a document.
struct DeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a document with its history and images; nothing brings it back."
    )

    @Argument(help: "The document's name.", transform: OperatorOptions.name)
    var document: DocumentName
    @OptionGroup var server: OperatorOptions

    func run() throws {
        try server.client().ask("DELETE", document)
        server.report("deleted", document, "\(document) was deleted.")
    }
}

/// `emojiart-server rename`: gives a document another name.
struct RenameCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Give a document another name; its members follow it."
    )

    @Argument(help: "The document's name.", transform: OperatorOptions.name)
    var document: DocumentName
    @Argument(help: "Its new name.", transform: OperatorOptions.name)
    var new: DocumentName
    @OptionGroup var server: OperatorOptions

    func run() throws {
        try server.client().ask("POST", document, "/rename", query: "?name=\(new)")
        server.report("renamed", document, "\(document) is \(new) now.")
    }
}
