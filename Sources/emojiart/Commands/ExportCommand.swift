internal import ArgumentParser
internal import EmojiArt
internal import Foundation
internal import Glibc

struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
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
    @OptionGroup var file: FileOptions

    func validate() throws { try file.check(isPNG: format == .png) }

    func run() throws {
        try file.checkOutput(isPNG: format == .png)
        let data =
            format == .png
            ? try PNGExport.draw(options, scale: file.scale)
            : try options.request.past(of: options.url)
                .get("/documents/\(options.url.name).\(format.rawValue)")
        if format == .svg, data.range(of: Data(SVGFile.leftOut.utf8)) != nil {
            Output.explain("exported without the background: images at other URLs are not fetched")
        }
        try file.write(data)
    }
}

/// Where a file goes, and how large a picture is.
struct FileOptions: ParsableArguments {
    @Option(help: "PNG pixels per canvas unit: 1, 2 or 3.") var scale = 1
    @Option(name: .shortAndLong, help: "The file to write.") var output: String?

    /// That a scale is one that is drawn, and is asked of what has pixels.
    func check(isPNG: Bool) throws {
        guard (1...3).contains(scale) else { throw ValidationError("--scale takes 1, 2 or 3.") }
        guard scale == 1 || isPNG else {
            throw ValidationError("--scale needs --format png.")
        }
    }

    /// That a picture has somewhere to go.
    func checkOutput(isPNG: Bool) throws(ExitStatus) {
        guard !isPNG || output != nil || isatty(STDOUT_FILENO) == 0 else {
            throw .usage("refusing to write a PNG to the terminal; use -o FILE or a pipe")
        }
    }

    func write(_ data: Data) throws(ExitStatus) {
        guard let output else {
            try? FileHandle.standardOutput.write(contentsOf: data)
            return
        }
        do { try data.write(to: URL(filePath: output), options: .atomic) } catch {
            throw .usage("cannot write \(output)")
        }
    }
}
