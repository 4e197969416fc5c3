internal import ArgumentParser
internal import EmojiArt
internal import Foundation
internal import Glibc
internal import Sync
internal import Wire

struct Checkout: ParsableCommand {
    static let configuration = CommandConfiguration(
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
    @OptionGroup var file: FileOptions

    func validate() throws { try file.check(isPNG: format == .png) }

    func run() throws {
        try file.checkOutput(isPNG: format == .png)
        let past = try options.request.past(of: options.url)
        let document = "/documents/\(options.url.name).\(format.rawValue)"
        let data =
            format == .png
            ? try PNGExport.draw(past.state(at: at.moment).document, of: past, scale: file.scale)
            : try past.get("\(document)?at=\(at.moment.text)")
        try file.write(data)
    }
}
