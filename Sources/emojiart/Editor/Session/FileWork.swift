internal import EmojiArt
internal import Foundation

/// Files that a person names, read and written on a thread of their own: a file may be on a network
/// that is gone.
enum FileWork {
    enum Result: Sendable {
        case read(ImportedDocument, image: BackgroundURL?)
        case wrote(path: String)
        /// Why not, for a person.
        case failed(String)
    }

    /// Most bytes of a file: as much as a document of 100,000 emojis has, with a picture.
    private static let bytesMax = 16 * 1_048_576

    /// Reads a file of at most 16 MiB, and gives the server the image that is in it.
    static func read(_ path: String, fetch: HTTPFetch, for url: DocumentURL) -> Result {
        let path = expand(path)
        guard isRegular(path) else { return .failed("\(path) is not a regular file") }
        guard let handle = FileHandle(forReadingAtPath: path),
            let data = try? handle.read(upToCount: bytesMax + 1)
        else { return .failed("cannot read \(path)") }
        guard data.count <= bytesMax else { return .failed("\(path) is too large: at most 16 MiB") }
        do {
            let document = try EmojiArtFile.read(Array(data))
            let image = try document.image.map { try fetch.keep($0.bytes, for: url) }
            return .read(document, image: image)
        } catch {
            return .failed("\(path): \(error)")
        }
    }

    /// Writes a file that was not there, or with `replaces` puts a whole one in another's place.
    static func write(_ bytes: [UInt8], to path: String, replaces: Bool) -> Result {
        let path = expand(path)
        if FileManager.default.fileExists(atPath: path) {
            guard isRegular(path) else { return .failed("\(path) is not a regular file") }
            guard replaces else { return .failed("\(path) exists already; export! overwrites it") }
        }
        do {
            try Data(bytes).write(to: URL(filePath: path), options: .atomic)
            return .wrote(path: path)
        } catch {
            return .failed("cannot write \(path)")
        }
    }

    private static func expand(_ path: String) -> String {
        (path as NSString).expandingTildeInPath
    }

    /// A pipe or a device may never end.
    private static func isRegular(_ path: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(
            atPath: (path as NSString).resolvingSymlinksInPath
        )
        return attributes?[.type] as? FileAttributeType == .typeRegular
    }
}
