internal import EmojiArt

/// The palettes as a JSON array (L12-2).
///
/// ```
/// [{"id": "0000000000000001", "name": "Vehicles", "emojis": "🚙🚗🚕", "removed": "🚘"}, ...]
/// ```
///
/// The emojis of a palette are one text, as in the app. Members that are not named here are
/// ignored; `removed` may be absent.
enum PaletteJSON {
    struct Damage: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    /// Most bytes: more than the largest palettes take.
    static let bytesMax = 32 << 20

    /// Reads palettes; characters that are no emojis are left out.
    ///
    /// - Throws: `Damage` that says what is wrong, in words that can follow a colon.
    static func read(_ bytes: [UInt8]) throws(Damage) -> PaletteBook {
        var json = JSONReader()
        var bounds = JSONReader.Bounds.file
        bounds.bytesMax = bytesMax
        bounds.itemsMax = PaletteBook.palettesMax
        do { try json.read(bytes.span, within: bounds) } catch {
            throw Damage(description: "\(error)")
        }
        guard json.nodes[0].kind == .array else { throw Damage(description: "not an array") }
        var palettes: [UserPalette] = []
        for (index, node) in json.items(of: 0).enumerated() {
            let number = index + 1
            let palette = try palette(node, of: json, bytes, number: number)
            guard !palettes.contains(where: { $0.id == palette.id }) else {
                throw Damage(description: "palette \(number) repeats an id")
            }
            palettes.append(palette)
        }
        do { return try PaletteBook(palettes) } catch { throw Damage(description: "\(error)") }
    }

    static func write(_ book: PaletteBook) -> [UInt8] {
        var writer = JSONWriter(capacity: 4_096)
        writer.raw("[\n")
        for (index, palette) in book.palettes.enumerated() {
            writer.raw(index == 0 ? "" : ",\n")
            writer.string("{\"id\":", palette.id.description)
            writer.string(",\"name\":", palette.name)
            writer.string(",\"emojis\":", palette.emojis.text)
            writer.string(",\"removed\":", palette.removed.text)
            writer.raw("}")
        }
        writer.raw("\n]\n")
        return writer.bytes
    }

    private static func palette(
        _ node: Int,
        of json: borrowing JSONReader,
        _ bytes: [UInt8],
        number: Int
    ) throws(Damage) -> UserPalette {
        guard json.nodes[node].kind == .object else {
            throw Damage(description: "palette \(number) is not an object")
        }
        func text(_ name: JSONKey) -> String? {
            json.member(name, of: node).flatMap { json.string($0, bytes.span) }
        }
        guard let id = text("id").flatMap(PaletteID.init) else {
            throw Damage(description: "palette \(number) has no id of 16 hexadecimal digits")
        }
        guard let name = text("name"), let emojis = text("emojis") else {
            throw Damage(description: "palette \(number) lacks a name or emojis")
        }
        do {
            return try UserPalette(
                id: id,
                name: name,
                emojis: [EmojiText](in: emojis),
                removed: [EmojiText](in: text("removed") ?? "")
            )
        } catch {
            throw Damage(description: "palette \(number): \(error)")
        }
    }
}
