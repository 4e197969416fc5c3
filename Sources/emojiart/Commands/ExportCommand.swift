internal import ArgumentParser
internal import EmojiArt
internal import Foundation

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes a document to standard output, as an .emojiart file of 2023 or as SVG."
    )

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case emojiart
        case svg
    }

    @OptionGroup var options: ClientOptions
    @Option(help: "emojiart or svg.") var format = Format.emojiart

    func run() throws {
        let url = options.url.http("/documents/\(options.url.name).\(format.rawValue)")
        let data = try HTTPFetch.get(url, timeout: options.limit.seconds)
        try? FileHandle.standardOutput.write(contentsOf: data)
    }
}
