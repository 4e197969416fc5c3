/// Collects a text that is pasted, up to the bytes that end it.
struct PasteCollector {
    /// The text so far; empty when it is too long.
    private(set) var bytes: [UInt8] = []

    private(set) var isTooLong = false

    private let bytesMax: Int

    /// How many bytes of the end came.
    private var matched = 0

    /// What ends a text: `CSI 201~`.
    private static let end = Array("\u{1b}[201~".utf8)

    init(bytesMax: Int) { self.bytesMax = bytesMax }

    /// Takes bytes from an index on, which moves behind what was taken; whether the end came.
    mutating func receive(_ source: [UInt8], _ index: inout Int) -> Bool {
        while index < source.count {
            if matched > 0 {
                if matchEnd(source[index]) { index += 1 }
                if matched == Self.end.count { return true }
            } else {
                let rest = source[index...]
                let next = rest.firstIndex(of: Self.end[0]) ?? rest.endIndex
                append(source[index..<next])
                index = next
                if index < source.count {
                    matched = 1
                    index += 1
                }
            }
        }
        return false
    }

    /// Compares a byte with the end; when it differs, what seemed to be the end is text.
    ///
    /// The end has an ESC only at its begin, so it can begin anew only with the byte itself.
    ///
    /// - Returns: whether the byte was taken.
    private mutating func matchEnd(_ byte: UInt8) -> Bool {
        if byte == Self.end[matched] {
            matched += 1
            return true
        }
        append(Self.end[..<matched])
        matched = 0
        return false
    }

    private mutating func append(_ more: ArraySlice<UInt8>) {
        if bytes.count + more.count > bytesMax { isTooLong = true }
        if isTooLong { bytes = [] } else { bytes += more }
    }
}
