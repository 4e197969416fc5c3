internal import EmojiArt
internal import Wire

extension PageReplica {
    /// The emojis of a text, each once, as JSON.
    static func emojis(in text: String) -> [UInt8] {
        var json = JSONWriter()
        json.array(Palette(name: "", emojis: [EmojiText](in: text)).distinctEmojis) {
            $0.string($1.string)
        }
        return json.bytes
    }

    /// A text without the characters that a name or a chat may not hold.
    static func plain(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !scalar.isControl { plain.append(scalar) }
        return String(plain)
    }

    /// The limits that a page meets, and the palettes that it begins with, as JSON.
    static var constants: [UInt8] {
        let limits: [(String, Int)] = [
            ("coordinateMax", Limits.coordinateMax), ("sizeMin", Limits.sizeMin),
            ("sizeMax", Limits.sizeMax), ("sizeDefault", Limits.sizeDefault),
            ("backgroundBytesMax", Limits.backgroundBytesMax),
            ("imageBytesMax", Limits.imageBytesMax), ("imagePixelsMax", Limits.imagePixelsMax),
            ("viewSideMax", Limits.viewSideMax), ("idsMax", Limits.idsMax),
            ("addedEmojisMax", Limits.addedEmojisMax), ("factorMin", Limits.factorMin),
            ("factorMax", Limits.factorMax), ("factorUnit", ScaleFactor.unit),
        ]
        var json = JSONWriter()
        var separator = "{\"limits\":{\""
        for (name, value) in limits {
            json.raw(separator)
            json.raw(name)
            json.integer("\":", value)
            separator = ",\""
        }
        json.array("},\"palettes\":", Palette.builtIn) { json, palette in
            json.string("{\"name\":", palette.name)
            json.array(",\"emojis\":", palette.distinctEmojis) { $0.string($1.string) }
            json.raw("}")
        }
        json.raw("}")
        return json.bytes
    }

    /// The close codes, each with its name and whether a client comes back soon, as JSON.
    static var closeCodes: [UInt8] {
        var json = JSONWriter()
        json.array(CloseCode.allCases) { json, code in
            json.integer("[", code.rawValue)
            json.string(",[", code.name)
            json.raw(code.retry == .soon ? ",true]]" : ",false]]")
        }
        return json.bytes
    }
}
