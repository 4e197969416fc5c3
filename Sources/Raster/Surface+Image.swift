import CPangoCairo
import CTurboJPEG
internal import EmojiArt

/// Images by others, for backgrounds.
///
/// What they say about their size is checked before any memory is taken for it.
extension Surface {
    /// Decodes a PNG or a JPEG; which, is seen from its first bytes.
    ///
    /// - Throws: `RasterError.imageTooLarge`, `.unreadable`, or `.failed` for want of memory.
    convenience init(image bytes: [UInt8]) throws(RasterError) {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            try self.init(png: bytes)
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            try self.init(jpeg: bytes)
        } else {
            throw .unreadable("it is neither a PNG nor a JPEG")
        }
    }

    convenience init(png bytes: [UInt8]) throws(RasterError) {
        // After the signature comes the header: length, type, width, height (PNG, section 11.2.2).
        guard bytes.count >= 24, bytes[12..<16].elementsEqual("IHDR".utf8) else {
            throw .unreadable("the PNG has no header")
        }
        func number(_ offset: Int) -> Int {
            bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        try Self.checkImage(width: number(16), height: number(20))
        var rest = bytes[...]
        let image: OpaquePointer = unsafe withUnsafeMutablePointer(to: &rest) { rest in
            unsafe cairo_image_surface_create_from_png_stream(
                { rest, place, count in
                    guard let rest = unsafe rest?.assumingMemoryBound(to: ArraySlice<UInt8>.self),
                        let place = unsafe place, unsafe rest.pointee.count >= Int(count)
                    else { return CAIRO_STATUS_READ_ERROR }
                    let target = unsafe UnsafeMutableBufferPointer(start: place, count: Int(count))
                    _ = unsafe target.update(fromContentsOf: rest.pointee.prefix(Int(count)))
                    unsafe rest.pointee = rest.pointee.dropFirst(Int(count))
                    return CAIRO_STATUS_SUCCESS
                },
                rest
            )
        }
        do throws(RasterError) { try unsafe self.init(owning: image) } catch {
            throw .unreadable("the PNG is damaged")
        }
    }

    convenience init(jpeg bytes: [UInt8]) throws(RasterError) {
        guard let decoder = unsafe tjInitDecompress() else {
            throw .failed("not enough memory to read a JPEG")
        }
        defer { unsafe _ = tjDestroy(decoder) }
        var size: (width: Int32, height: Int32, sampling: Int32, colours: Int32) = (0, 0, 0, 0)
        let count = UInt(bytes.count)
        guard
            unsafe tjDecompressHeader3(
                decoder,
                bytes,
                count,
                &size.width,
                &size.height,
                &size.sampling,
                &size.colours
            ) == 0
        else { throw .unreadable("the JPEG has no header") }
        let (width, height) = (Int(size.width), Int(size.height))
        try Self.checkImage(width: width, height: height)
        try self.init(width: width, height: height)
        let isRead = unsafe write { data, stride in
            let status = unsafe tjDecompress2(
                decoder,
                bytes,
                count,
                data,
                size.width,
                stride,
                size.height,
                // Cairo's pixels are words: on a little-endian machine blue comes first.
                TJPF_BGRA.rawValue,
                // A scan more costs a few bytes, and the decoder a walk through all pixels.
                TJFLAG_LIMITSCANS
            )
            // Of an image that ends too early there is a part, which browsers show as well.
            return unsafe status == 0 || tjGetErrorCode(decoder) == TJERR_WARNING.rawValue
        }
        guard isRead else { throw .unreadable("the JPEG is damaged") }
    }

    private static func checkImage(width: Int, height: Int) throws(RasterError) {
        guard width > 0, height > 0 else { throw .unreadable("it has no pixels") }
        // Cairo counts pixels of a side in 16 bits.
        guard max(width, height) <= 32_767, width * height <= Limits.imagePixelsMax else {
            throw .imageTooLarge(width: width, height: height)
        }
    }
}
