/// The background of a file, in the coding of each dialect.
enum FileBackground {
    /// Reads the background; an absent one is blank.
    static func read(
        _ file: borrowing FileReader,
        dialect: EmojiArtFile.Dialect
    ) throws(FileError) -> Background {
        let name = dialect == .year2020 ? "backgroundURL" : "background"
        guard let field = file.member(name, of: file.root) else { return .blank }
        return dialect == .year2021
            ? try readEnumeration(field, of: file) : .url(try readURL(field, of: file))
    }

    /// Swift's own coding of an enumeration, or the one written by hand in older versions.
    private static func readEnumeration(
        _ field: FileReader.Field,
        of file: borrowing FileReader
    ) throws(FileError) -> Background {
        try file.expectObject(field)
        if file.isEmpty(field) { return .blank }
        let blank = file.member("blank", of: field)
        let url = file.member("url", of: field)
        let theURL = file.member("theURL", of: field)
        let imageData = file.member("imageData", of: field)
        guard [blank, url, theURL, imageData].filter({ $0 != nil }).count == 1 else {
            throw FileError(
                field: field.path,
                reason: .unexpected(
                    found: "an object of other fields",
                    mustBe: "one of blank, url and imageData"
                )
            )
        }
        if let url { return .url(try readURL(file.required("_0", of: url), of: file)) }
        if let theURL { return .url(try readURL(theURL, of: file)) }
        guard let imageData else { return .blank }
        let data = file.isObject(imageData) ? try file.required("_0", of: imageData) : imageData
        return .url(try readImage(data, of: file))
    }

    private static func readURL(
        _ field: FileReader.Field,
        of file: borrowing FileReader
    ) throws(FileError) -> BackgroundURL {
        let meaning = """
            an http:, https: or data:image/ URL of at most \(Limits.backgroundBytesMax) ASCII bytes
            """
        let string = try file.string(field, meaning: meaning)
        guard let url = BackgroundURL(string) else {
            throw file.unexpected(field, mustBe: meaning)
        }
        return url
    }

    /// Turns base64 into a `data:` URL: the URL holds the same text, so nothing is decoded but
    /// the bytes that tell the kind of image.
    private static func readImage(
        _ field: FileReader.Field,
        of file: borrowing FileReader
    ) throws(FileError) -> BackgroundURL {
        let meaning = """
            a PNG, JPEG, GIF or WebP image in base64 that makes a URL of at most \
            \(Limits.backgroundBytesMax) bytes
            """
        let base64 = try file.string(field, meaning: meaning)
        guard base64.utf8.count <= Limits.backgroundBytesMax,
            let start = Base64.prefix(of: base64, count: 12),
            let type = imageType(start),
            let url = BackgroundURL("data:image/\(type);base64,\(base64)")
        else { throw file.unexpected(field, mustBe: meaning) }
        return url
    }

    /// The kind of an image by its first bytes (PNG, section 5.2; JPEG, annex B; GIF89a, section
    /// 17; RFC 9649, section 2.4).
    private static func imageType(_ start: [UInt8]) -> String? {
        if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "png" }
        if start.starts(with: [0xFF, 0xD8, 0xFF]) { return "jpeg" }
        if start.starts(with: "GIF8".utf8) { return "gif" }
        if start.starts(with: "RIFF".utf8), start.dropFirst(8).starts(with: "WEBP".utf8) {
            return "webp"
        }
        return nil
    }
}
