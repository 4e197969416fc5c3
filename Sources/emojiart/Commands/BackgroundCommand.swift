internal import ArgumentParser
internal import EmojiArt
internal import Foundation
internal import Wire

struct BackgroundCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "background",
        abstract: "Set or remove the background.",
        discussion: """
            The server stores an image file (PNG, JPEG, GIF or WebP) for all members. Each member \
            fetches the image of a URL by itself.
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
                "the background must be an http, https or data:image URL, a readable file or none"
            )
        }
        let options = options
        // The document exists once it is joined.
        try options.edit { (_) throws(ExitStatus) in
            .operation(
                .background(.url(try options.request.fetch().keep(Array(data), for: options.url)))
            )
        }
    }
}
