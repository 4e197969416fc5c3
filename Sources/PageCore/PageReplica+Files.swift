internal import EmojiArt
internal import Wire

// Files that a page writes and reads. Requests and answers are JSON; a member that is left out of a
// request means all emojis, the document's own background, or nothing.
extension PageReplica {
    /// Writes what is shown as an SVG drawing.
    ///
    /// `{"ids":[…],"picture":{"url","width","height"},"glyphs":[{"text","url","width","height"}]}`
    ///
    /// - Returns: nil when the request is none.
    func drawing(_ request: borrowing Span<UInt8>) -> [UInt8]? {
        var json = JSONReader()
        guard (try? json.read(request, within: .file)) != nil else { return nil }
        let picture = json.member("picture", of: 0).flatMap { json.picture($0, request) }
        var glyphs: [EmojiText: DrawnPicture]?
        if let list = json.member("glyphs", of: 0) {
            glyphs = [:]
            for item in json.items(of: list) {
                guard let picture = json.picture(item, request),
                    let text = json.member("text", of: item).flatMap({ json.string($0, request) }),
                    let text = try? EmojiText(judged: text)
                else { return nil }
                glyphs?[text] = picture
            }
        }
        return SVGFile.write(part(json, request), picture: picture, glyphs: glyphs)
    }

    /// Writes what is shown as an `.emojiart` file: `{"ids":[…],"image":"data:…"}`, the image in
    /// place of the background; `null` for no background.
    ///
    /// - Returns: nil when the request is none.
    func file(_ request: borrowing Span<UInt8>) -> [UInt8]? {
        var json = JSONReader()
        guard (try? json.read(request, within: .file)) != nil else { return nil }
        let image = json.member("image", of: 0)
        let url = image.flatMap { json.string($0, request) }
        return EmojiArtFile.write(
            part(json, request, hasBackground: image == nil || url != nil),
            image: url.flatMap { BackgroundImage(url: $0) }
        )
    }

    /// What a request names of the document.
    private func part(
        _ json: borrowing JSONReader,
        _ request: borrowing Span<UInt8>,
        hasBackground: Bool = true
    ) -> Document {
        let shown = shown.scene.document
        var emojis = Array(shown.emojis.values)
        if let list = json.member("ids", of: 0) {
            emojis = json.emojiIDs(of: list, request).compactMap { shown.emojis[$0] }
        }
        return Document(
            emojis: emojis,
            background: hasBackground ? shown.background : .blank,
            canvas: shown.canvas,
            stackTop: shown.stackTop,
            stackBottom: shown.stackBottom,
            counters: shown.counters
        )
    }

    /// Reads an `.emojiart` file.
    ///
    /// - Returns: `{"background":"…","image":"data:…","emojis":[{"text","x","y","size"}]}`, or
    ///   `{"error":"…"}`.
    package static func read(_ file: [UInt8]) -> [UInt8] {
        var json = JSONWriter()
        do throws(FileError) {
            let document = try EmojiArtFile.read(file)
            json.raw("{")
            if case .url(let url) = document.background {
                json.string("\"background\":", url.string)
                json.raw(",")
            }
            if let image = document.image {
                json.string("\"image\":", image.url)
                json.raw(",")
            }
            json.array("\"emojis\":", document.emojis) { json, emoji in
                json.string("{\"text\":", emoji.text.string)
                json.integer(",\"x\":", emoji.x)
                json.integer(",\"y\":", emoji.y)
                json.integer(",\"size\":", emoji.size)
                json.raw("}")
            }
        } catch {
            json.string("{\"error\":", error.description)
        }
        json.raw("}")
        return json.bytes
    }
}

extension JSONReader {
    /// The ids of an array.
    func emojiIDs(of array: Int, _ bytes: borrowing Span<UInt8>) -> [EmojiID] {
        var ids: [EmojiID] = []
        for item in items(of: array) {
            if let id = emojiID(item, bytes) { ids.append(id) }
        }
        return ids
    }

    /// The text of a member of the whole value.
    func text(_ key: JSONKey, _ bytes: borrowing Span<UInt8>) -> String? {
        member(key, of: 0).flatMap { string($0, bytes) }
    }

    fileprivate func picture(
        _ object: Int,
        _ bytes: borrowing Span<UInt8>
    ) -> DrawnPicture? {
        guard let url = member("url", of: object).flatMap({ string($0, bytes) }),
            let width = member("width", of: object).flatMap({ integer($0) }), width > 0,
            let height = member("height", of: object).flatMap({ integer($0) }), height > 0
        else { return nil }
        return DrawnPicture(url: url, width: Int(width), height: Int(height))
    }
}
