internal import ArgumentParser
internal import EmojiArt
internal import Foundation
internal import Sync
internal import Wire

struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Add the contents of an .emojiart file of 2020, 2021 or 2023 to a document.",
        discussion: """
            The emojis are placed on top of the existing ones; the file's background replaces the \
            document's. An empty document keeps the file's ids, so that an export gives an equal \
            file.
            """
    )

    @OptionGroup var options: ClientOptions
    @Argument(help: "The file.") var file: String

    func run() throws {
        guard let data = FileManager.default.contents(atPath: file) else {
            throw ExitStatus.usage("cannot read \(file)")
        }
        let imported: ImportedDocument
        do { imported = try EmojiArtFile.read(Array(data)) } catch {
            throw ExitStatus.usage("\(file): \(error)")
        }
        let options = options
        let edits = SingleEdits { revision in
            Output.line(
                JSONWriter.object("imported") { writer in
                    writer.member("emojis", imported.emojis.count)
                    writer.member("dialect", imported.dialect.rawValue)
                    writer.member("revision", revision)
                }
            )
        } make: { (replica) throws(ExitStatus) in
            // The document exists once it is joined, and can have an image kept.
            let kept = try imported.image.map { (image) throws(ExitStatus) in
                Background.url(try options.request.fetch().keep(image.bytes, for: options.url))
            }
            return try imported.edits(by: &replica, background: kept ?? imported.background)
        }
        try Session(options, body: edits).run()
    }
}

extension ImportedDocument {
    fileprivate func edits(
        by replica: inout Replica,
        background: Background
    ) throws(ExitStatus) -> [ClientMessage.Request] {
        guard let new = replica.mint(self) else {
            throw .usage("this client has used up its ids: choose another --state directory")
        }
        var edits: [ClientMessage.Request] = []
        if background != .blank { edits.append(.operation(.background(background))) }
        return edits + Operation.adding(new).map { .operation($0) }
    }
}
