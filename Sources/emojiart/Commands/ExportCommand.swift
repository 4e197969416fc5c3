internal import ArgumentParser
internal import EmojiArt
internal import Foundation
internal import Glibc

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write a document as an .emojiart file of 2023, as SVG or as PNG.",
        discussion: """
            The file goes to standard output; -o FILE writes or replaces FILE instead. A PNG shows \
            a PNG or JPEG background that the document or its server holds. An image at another \
            URL is left out, with a notice on standard error.
            """
    )

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case emojiart
        case svg
        case png
    }

    @OptionGroup var options: ClientOptions
    @Option(help: "emojiart, svg or png.") var format = Format.emojiart
    @Option(help: "PNG pixels per canvas unit: 1, 2 or 3.") var scale = 1
    @Option(name: .shortAndLong, help: "The file to write.") var output: String?

    func validate() throws { try Self.check(scale: scale, isPNG: format == .png) }

    func run() throws {
        try Self.checkOutput(output, isPNG: format == .png)
        let data = format == .png ? try PNGExport.draw(options, scale: scale) : try fetch(format)
        if format == .svg, data.range(of: Data(SVGFile.leftOut.utf8)) != nil {
            Output.explain("exported without the background: images at other URLs are not fetched")
        }
        try Self.write(data, to: output)
    }

    /// That a scale is one that is drawn, and is asked of what has pixels.
    static func check(scale: Int, isPNG: Bool) throws {
        guard (1...3).contains(scale) else { throw ValidationError("--scale takes 1, 2 or 3.") }
        guard scale == 1 || isPNG else {
            throw ValidationError("--scale needs --format png.")
        }
    }

    /// That a picture has somewhere to go.
    static func checkOutput(_ output: String?, isPNG: Bool) throws(ExitStatus) {
        guard !isPNG || output != nil || isatty(STDOUT_FILENO) == 0 else {
            throw .usage("refusing to write a PNG to the terminal; use -o FILE or a pipe")
        }
    }

    static func write(_ data: Data, to output: String?) throws(ExitStatus) {
        guard let output else {
            try? FileHandle.standardOutput.write(contentsOf: data)
            return
        }
        do { try data.write(to: URL(filePath: output), options: .atomic) } catch {
            throw .usage("cannot write \(output)")
        }
    }

    private func fetch(_ format: Format) throws(ExitStatus) -> Data {
        try options.past().get("/documents/\(options.url.name).\(format.rawValue)")
    }
}
