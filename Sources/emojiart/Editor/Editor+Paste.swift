internal import EmojiArt
internal import Sync
internal import Wire

// Copy and paste: 2023 documents, plain emojis, and URLs of backgrounds.
extension Editor {
    /// Keeps the selection, here and in the system's clipboard.
    mutating func copy(asText: Bool) {
        let view = replica.view
        let emojis = replica.ownPresence.selection.compactMap { view.emojis[$0] }
        guard !emojis.isEmpty else {
            return warn("nothing is selected: click an emoji, or Tab and Space")
        }
        let copied = CopiedEmojis(emojis)
        clipboard = copied
        let text = asText ? Array(copied.text.utf8) : copied.file
        if let sequence = ClipboardSequence.bytes(copying: text) {
            effects.append(.copyToSystem(sequence))
        }
        say("copied \(emojis.count)\(asText ? " as text" : "")")
    }

    mutating func pasteCopied() {
        guard let clipboard else {
            return warn("nothing copied yet: y copies the selection")
        }
        paste(clipboard.file)
    }

    /// Something was pasted: into the line that is being typed, or onto the canvas.
    mutating func paste(_ bytes: [UInt8]) {
        endHeld()
        if overlay != .none {
            return insert(String(decoding: bytes, as: UTF8.self))
        }
        guard mayEdit() else { return }
        switch PastedContent(bytes) {
        case .document(let document): paste(document)
        case .background(let url): replica.edit(.operation(.background(.url(url))))
        case .emojis(let emojis): place(emojis)
        case .nothing(let reason): warn("not pasted: \(reason)")
        }
    }

    /// Adds a file's emojis where they are in it, and its background: `image` is the address of
    /// the image that came with the file, once the server keeps it.
    mutating func add(_ document: ImportedDocument, image: BackgroundURL?) {
        guard mayEdit() else { return }
        guard let new = replica.mint(document) else {
            return warn("not imported: not connected yet")
        }
        let background = image.map { Background.url($0) } ?? document.background
        if background != .blank { replica.edit(.operation(.background(background))) }
        for operation in Operation.adding(new) { replica.edit(.operation(operation)) }
        say("imported \(Operation.count(new.count))")
    }

    /// Adds the emojis of a document that was copied, the middle of them where keys act.
    private mutating func paste(_ document: ImportedDocument) {
        if case .url = document.background {
            replica.edit(.operation(.background(document.background)))
        }
        let shapes = document.emojis.map { Shape($0) }
        guard let first = shapes.first else { return }
        var (left, right, bottom, top) = (first.x, first.x, first.y, first.y)
        for shape in shapes {
            (left, right) = (min(left, shape.x), max(right, shape.x))
            (bottom, top) = (min(bottom, shape.y), max(top, shape.y))
        }
        let (x, y) = viewport.position(at: keyCell)
        place(shapes, dx: x - (left + right) / 2, dy: y - (bottom + top) / 2)
    }

    /// Adds emojis side by side, from where keys act.
    private mutating func place(_ emojis: [EmojiText]) {
        let (x, y) = viewport.position(at: keyCell)
        let size = viewport.glyphSize
        // Three columns each: a glyph, and a gap for its outline.
        let step = 3 * viewport.unitsPerColumn
        let shapes = emojis.enumerated().map { index, text in
            Shape(text: text, x: Viewport.bounded(Double(index) * step), y: 0, size: size)
        }
        place(shapes, dx: x, dy: y)
    }
}
