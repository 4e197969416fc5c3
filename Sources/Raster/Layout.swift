import CPangoCairo

/// One line of text, set in a font with emojis.
///
/// Fonts are looked for once, when the first text is set: so it is used for one text after another.
@safe final class Layout {
    /// Where something is and how large, in pixels; y points down, from the line's upper left.
    struct Box {
        let x: Double
        let y: Double
        let width: Double
        let height: Double

        init(_ rectangle: PangoRectangle) {
            let unit = 1 / Double(PANGO_SCALE)
            x = Double(rectangle.x) * unit
            y = Double(rectangle.y) * unit
            width = Double(rectangle.width) * unit
            height = Double(rectangle.height) * unit
        }
    }

    let handle: OpaquePointer

    /// Makes an empty line.
    ///
    /// - Parameters:
    ///   - fonts: families, separated by commas, of which each glyph is in the first that has it.
    ///   - size: the font size in pixels.
    init(fonts: String, size: Double) {
        // Its own map: the default one is kept for good. None of these gives null (GLib ends the
        // process when there is no memory).
        let map: OpaquePointer = unsafe pango_cairo_font_map_new()
        let context: OpaquePointer = unsafe pango_font_map_create_context(map)
        unsafe g_object_unref(UnsafeMutableRawPointer(map))
        // Where glyphs are must not depend on a screen's settings.
        let options = unsafe cairo_font_options_create()
        unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        unsafe pango_cairo_context_set_font_options(context, options)
        unsafe cairo_font_options_destroy(options)
        unsafe handle = pango_layout_new(context)
        unsafe g_object_unref(UnsafeMutableRawPointer(context))
        let description = unsafe pango_font_description_from_string(fonts)
        unsafe pango_font_description_set_absolute_size(description, size * Double(PANGO_SCALE))
        unsafe pango_layout_set_font_description(handle, description)
        unsafe pango_font_description_free(description)
    }

    deinit {
        unsafe g_object_unref(UnsafeMutableRawPointer(handle))
    }

    func set(_ text: String) {
        unsafe pango_layout_set_text(handle, text, Int32(text.utf8.count))
    }

    /// What the glyphs cover, and the box from the line's top to its bottom and as wide as the text
    /// goes on, which is what is centred.
    var boxes: (ink: Box, logical: Box) {
        var ink = PangoRectangle()
        var logical = PangoRectangle()
        unsafe pango_layout_get_extents(handle, &ink, &logical)
        return (Box(ink), Box(logical))
    }

    /// Whether no font has some of the text: a box is shown for it.
    var isWithoutFont: Bool { unsafe pango_layout_get_unknown_glyphs_count(handle) > 0 }
}
