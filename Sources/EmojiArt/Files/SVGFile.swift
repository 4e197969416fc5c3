/// A document as an SVG drawing (SVG 2), for any viewer that has a font with emojis.
///
/// ```
/// <svg viewBox="...">
///   <image .../>                        the background, if there is one
///   <g font-family="...">
///     <text x y font-size>emoji</text>  in drawing order
///   </g>
/// </svg>
/// ```
///
/// One canvas unit is one user unit; y is turned over, as SVG's points down. The drawing depends on
/// nothing but what is drawn, so equal documents give equal bytes.
public enum SVGFile {
    /// Writes a document as SVG, in UTF-8.
    ///
    /// - The view is the canvas's bounds if it has some. Else it holds the picture and every
    ///   emoji's square, and `padding` around them.
    /// - A background's picture is drawn centred, a pixel of it a unit. One that is on another host
    ///   is left out, and a comment says so.
    /// - A glyph is about 1.25 times as wide as its font size: so the font size is 4/5 of the
    ///   emoji's. Positions are exact; how far a glyph fills its square is the font's affair.
    ///
    /// - With `glyphs` the emojis are pictures, and look the same everywhere (E3); one without is
    ///   left out.
    ///
    /// - Complexity: O(n log n) of the document's emojis.
    public static func write(
        _ document: Document,
        picture: DrawnPicture? = nil,
        glyphs: [EmojiText: DrawnPicture]? = nil
    ) -> [UInt8] {
        let emojis = document.drawingOrder
        let view = Extent(of: document, width: picture?.width, height: picture?.height)
        let box = [view.left, view.top, view.width, view.height].map(half).joined(separator: " ")
        var svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"\(box)\">\n"
        if let picture {
            svg += "<image x=\"\(half(-picture.width))\" y=\"\(half(-picture.height))\""
            svg += " width=\"\(picture.width)\" height=\"\(picture.height)\""
            svg += " href=\"\(escaped(picture.url))\"/>\n"
        } else if document.background != .blank {
            svg += leftOut + "\n"
        }
        if let glyphs {
            svg += drawn(emojis, as: glyphs)
        } else if !emojis.isEmpty {
            svg += "<g font-family=\"\(fonts)\" text-anchor=\"middle\">\n"
            for emoji in emojis {
                svg += "<text x=\"\(emoji.x)\" y=\"\(-emoji.y)\""
                svg += " font-size=\"\(fontSize(of: emoji))\" dominant-baseline=\"central\">"
                svg += "\(escaped(emoji.text.string))</text>\n"
            }
            svg += "</g>\n"
        }
        svg += "</svg>\n"
        return Array(svg.utf8)
    }

    /// Each picture stands there once, and is used where its emoji is.
    private static func drawn(_ emojis: [Emoji], as glyphs: [EmojiText: DrawnPicture]) -> String {
        var numbers: [EmojiText: Int] = [:]
        var kept = ""
        var used = ""
        for emoji in emojis {
            guard let glyph = glyphs[emoji.text] else { continue }
            let number = numbers[emoji.text] ?? numbers.count
            if numbers.updateValue(number, forKey: emoji.text) == nil {
                kept += "<image id=\"g\(number)\" x=\"\(half(-glyph.width))\""
                kept += " y=\"\(half(-glyph.height))\" width=\"\(glyph.width)\""
                kept += " height=\"\(glyph.height)\" href=\"\(escaped(glyph.url))\">"
                kept += "<title>\(escaped(emoji.text.string))</title></image>\n"
            }
            var scale = JSONWriter(capacity: 16)
            // The font is 4/5 of the emoji's size.
            scale.millionths(Whole(emoji.size) * (1_000_000 * 4 / 5 / 160))
            used += "<use href=\"#g\(number)\" transform=\"translate(\(emoji.x) \(-emoji.y))"
            used += " scale(\(String(decoding: scale.bytes, as: UTF8.self)))\"/>\n"
        }
        return "<defs>\n\(kept)</defs>\n\(used)"
    }

    /// Space around picture and emojis, in canvas units.
    public static let padding = 20
    /// The comment in place of a background that a drawing cannot show.
    public static let leftOut = "<!-- The background is left out: it is on another host. -->"

    /// Families of fonts with emojis, the first that a machine has being the one to use.
    package static let fonts = """
        Apple Color Emoji, Segoe UI Emoji, Noto Color Emoji, sans-serif
        """

    /// A number of halves as a decimal.
    private static func half(_ value: Int) -> String {
        let magnitude = value.magnitude
        let sign = value < 0 ? "-" : ""
        return "\(sign)\(magnitude / 2)\(magnitude.isMultiple(of: 2) ? "" : ".5")"
    }

    private static func fontSize(of emoji: Emoji) -> String {
        let (whole, tenths) = (8 * emoji.size).quotientAndRemainder(dividingBy: 10)
        return tenths == 0 ? "\(whole)" : "\(whole).\(tenths)"
    }

    /// Text for an attribute's value or an element's content.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&apos;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
