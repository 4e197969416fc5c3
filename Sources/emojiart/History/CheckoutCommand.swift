internal import ArgumentParser
internal import EmojiArt
internal import Foundation
internal import Glibc
internal import Wire

struct CheckoutCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "checkout",
        abstract: "Write a document as it was at a moment; the document does not change.",
        discussion: """
            The file goes to standard output; -o FILE writes or replaces FILE instead. A snapshot \
            is the protocol's snapshot messages, which hold the whole state.
            """
    )

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case emojiart
        case svg
        case png
        case snapshot
    }

    @OptionGroup var options: PastOptions
    @Option(help: "The moment: \(MomentArgument.help).") var at: MomentArgument
    @Option(help: "emojiart, svg, png or snapshot.") var format = Format.emojiart
    @Option(help: "PNG pixels per canvas unit: 1, 2 or 3.") var scale = 1
    @Option(name: .shortAndLong, help: "The file to write.") var output: String?

    func validate() throws { try ExportCommand.check(scale: scale, isPNG: format == .png) }

    func run() throws {
        try ExportCommand.checkOutput(output, isPNG: format == .png)
        let past = try options.past()
        let data =
            if format == .png {
                try PNGExport.draw(try past.state(at: at.moment).document, of: past, scale: scale)
            } else {
                try past.get(
                    "/documents/\(options.url.name).\(format.rawValue)?at=\(at.moment.text)"
                )
            }
        try ExportCommand.write(data, to: output)
    }
}
