internal import ArgumentParser
internal import EmojiArt
internal import Foundation
internal import Wire

struct BackgroundCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "background",
        abstract: "Sets the background, or takes it away.",
        discussion: """
            The server keeps the image of a file, a PNG, JPEG, GIF or WebP, for all members; that \
            of a URL each of them fetches by itself.
            """
    )

    @OptionGroup var options: ClientOptions
    @Argument(help: "An http, https or data:image URL, a file, or none.") var image: String

    func run() throws {
        if image == "none" { return try options.edit(.operation(.background(.blank))) }
        if let url = BackgroundURL(image) {
            return try options.edit(.operation(.background(.url(url))))
        }
        guard let data = FileManager.default.contents(atPath: image) else {
            throw ExitStatus.usage(
                "the background is an http, https or data:image URL, a readable file, or none"
            )
        }
        let options = options
        // The document exists once it is joined.
        try options.edit { (_) throws(ExitStatus) in
            .operation(.background(.url(try options.keep(Array(data)))))
        }
    }
}
