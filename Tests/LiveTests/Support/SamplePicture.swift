/// Pictures for the server to keep.
enum SamplePicture {
    /// The beginning of a PNG, and any bytes behind it: nobody decodes it here.
    static func png(width: UInt32 = 3, height: UInt32 = 2, bytes: Int = 500) -> [UInt8] {
        let sides = [width, height].flatMap { side in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: side >> $0) }
        }
        let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
        let start = head + Array("IHDR".utf8) + sides + [8, 2, 0, 0, 0]
        return start + (0..<(bytes - start.count)).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    }
}
