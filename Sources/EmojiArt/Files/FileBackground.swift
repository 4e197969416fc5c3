/// The background of a file, in the coding of each dialect.
struct FileBackground {
    /// A background that a document can have; blank beside an image that has to be kept somewhere
    /// first.
    var background = Background.blank
    var image: BackgroundImage?
}

extension FileBackground {
    static func read(
        _ file: borrowing FileReader,
        dialect: EmojiArtFile.Dialect
    ) throws(FileError) -> FileBackground {
        let name = dialect == .year2020 ? "backgroundURL" : "background"
        guard let field = file.member(name, of: file.root) else {
            return FileBackground()
        }
        return dialect == .year2021
            ? try readEnumeration(field, of: file) : try readURL(field, of: file)
    }

    /// Swift's own coding of an enumeration, or the one written by hand in older versions.
    private static func readEnumeration(
        _ field: FileReader.Field,
        of file: borrowing FileReader
    ) throws(FileError) -> FileBackground {
        try file.expectObject(field)
        if file.isEmpty(field) { return FileBackground() }
        let blank = file.member("blank", of: field)
        let url = file.member("url", of: field)
        let theURL = file.member("theURL", of: field)
        let imageData = file.member("imageData", of: field)
        guard [blank, url, theURL, imageData].filter({ $0 != nil }).count == 1 else {
            let found = "an object of other fields"
            throw file.unexpected(field, found: found, mustBe: "one of blank, url and imageData")
        }
        if let url { return try readURL(file.required("_0", of: url), of: file) }
        if let theURL { return try readURL(theURL, of: file) }
        guard let imageData else { return FileBackground() }
        let data = file.isObject(imageData) ? try file.required("_0", of: imageData) : imageData
        return try readImage(data, of: file)
    }

    private static func readURL(
        _ field: FileReader.Field,
        of file: borrowing FileReader
    ) throws(FileError) -> FileBackground {
        let meaning = """
            an http:, https: or data:image/ URL of at most \(Limits.backgroundBytesMax) ASCII \
            bytes, or a base64 data:image/ URL of at most \(Limits.imageBytesMax) bytes of image
            """
        let string = try file.string(field, meaning: meaning)
        guard let background = FileBackground(url: string) else {
            throw file.unexpected(field, mustBe: meaning)
        }
        return background
    }

    private init?(url: String) {
        if let url = BackgroundURL(url) {
            background = .url(url)
        } else if let image = BackgroundImage(url: url) {
            self.image = image
        } else {
            return nil
        }
    }

    /// Turns base64 into a `data:` URL, which holds the same text.
    private static func readImage(
        _ field: FileReader.Field,
        of file: borrowing FileReader
    ) throws(FileError) -> FileBackground {
        let meaning = """
            a PNG, JPEG, GIF or WebP image in base64 of at most \(Limits.imageBytesMax) bytes
            """
        let base64 = try file.string(field, meaning: meaning)
        guard let image = Base64.decode(base64[...], atMost: Limits.imageBytesMax),
            let type = imageType(image),
            let background = FileBackground(url: "data:image/\(type);base64,\(base64)")
        else { throw file.unexpected(field, mustBe: meaning) }
        return background
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
