import CPangoCairo
internal import Images

/// Pixels to draw on, or to draw: an image of cairo, transparent at first, and what draws on it.
///
/// Cairo remembers the first thing that went wrong and then does nothing: it is asked once, at the
/// end.
@safe final class Surface {
    let width: Int
    let height: Int
    private let image: OpaquePointer
    private let context: OpaquePointer

    /// Makes a transparent image.
    ///
    /// - Throws: `RasterError.failed`, for want of memory or above 32,767 pixels a side.
    convenience init(width: Int, height: Int) throws(RasterError) {
        try unsafe self.init(
            owning: unsafe cairo_image_surface_create(
                CAIRO_FORMAT_ARGB32,
                Int32(width),
                Int32(height)
            )
        )
    }

    /// Takes an image over, also one that failed: it is freed here or with this object.
    ///
    /// - Throws: `RasterError.failed`.
    init(owning image: OpaquePointer) throws(RasterError) {
        // Of a failed image this gives a context that can be freed like any other.
        let context: OpaquePointer = unsafe cairo_create(image)
        unsafe (self.image, self.context) = (image, context)
        width = unsafe Int(cairo_image_surface_get_width(image))
        height = unsafe Int(cairo_image_surface_get_height(image))
        try check()
    }

    deinit {
        unsafe cairo_destroy(context)
        unsafe cairo_surface_destroy(image)
    }

    // MARK: - Drawing

    /// Draws an image upright with its middle at a place, enlarged by a factor.
    func draw(
        _ other: Surface,
        turned: Orientation = .upright,
        middle: (x: Double, y: Double),
        factor: Double
    ) {
        unsafe cairo_save(context)
        unsafe cairo_translate(context, middle.x, middle.y)
        var matrix = cairo_matrix_t()
        (matrix.xx, matrix.xy) = (turned.xx, turned.xy)
        (matrix.yx, matrix.yy) = (turned.yx, turned.yy)
        unsafe cairo_transform(context, &matrix)
        let (x, y) = (-Double(other.width) * factor / 2, -Double(other.height) * factor / 2)
        draw(other, x: x, y: y, factor: factor)
        unsafe cairo_restore(context)
    }

    /// Draws an emoji with its middle at a place; `fontSize` is in pixels.
    func draw(_ sprite: Sprite, x: Double, y: Double, fontSize: Double) {
        guard let image = sprite.image else { return }
        let factor = fontSize / Sprite.fontSize
        draw(image, x: x + sprite.left * factor, y: y + sprite.top * factor, factor: factor)
    }

    /// Draws an image with its upper left at a place, so many times as large as it is.
    private func draw(_ other: Surface, x: Double, y: Double, factor: Double) {
        unsafe cairo_save(context)
        unsafe cairo_translate(context, x, y)
        unsafe cairo_scale(context, factor, factor)
        unsafe cairo_set_source_surface(context, other.image, 0, 0)
        // Else the edge of an enlarged image would fade into what is not there.
        unsafe cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
        unsafe cairo_rectangle(context, 0, 0, Double(other.width), Double(other.height))
        unsafe cairo_fill(context)
        unsafe cairo_restore(context)
    }

    /// Draws a line of text in black, and glyphs that have colours in theirs.
    func draw(_ layout: Layout, x: Double, y: Double) {
        unsafe cairo_move_to(context, x, y)
        unsafe pango_cairo_show_layout(context, layout.handle)
    }

    /// Lets pixels be written: `body` gets the first and the bytes from a row to the next.
    func write<Result>(_ body: (UnsafeMutablePointer<UInt8>, Int32) -> Result) -> Result {
        unsafe cairo_surface_flush(image)
        defer { unsafe cairo_surface_mark_dirty(image) }
        // Not null: the image is in memory, and has pixels.
        let data: UnsafeMutablePointer<UInt8> = unsafe cairo_image_surface_get_data(image)
        return unsafe body(data, cairo_image_surface_get_stride(image))
    }

    // MARK: - The result

    /// Throws what went wrong in any drawing so far.
    func check() throws(RasterError) {
        try Self.check(unsafe cairo_surface_status(image))
        try Self.check(unsafe cairo_status(context))
    }

    static func check(_ status: cairo_status_t) throws(RasterError) {
        guard status != CAIRO_STATUS_SUCCESS else { return }
        throw .failed(unsafe String(cString: cairo_status_to_string(status)))
    }

    /// The image as a PNG.
    ///
    /// - Throws: `RasterError.failed`, also for what went wrong before.
    func png() throws(RasterError) -> [UInt8] {
        try check()
        var bytes: [UInt8] = []
        let status = unsafe withUnsafeMutablePointer(to: &bytes) { bytes in
            unsafe cairo_surface_write_to_png_stream(
                image,
                { bytes, data, count in
                    unsafe bytes?.assumingMemoryBound(to: [UInt8].self).pointee
                        .append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
                    return CAIRO_STATUS_SUCCESS
                },
                bytes
            )
        }
        try Self.check(status)
        return bytes
    }
}
