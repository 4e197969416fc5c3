/// The few values of ASN.1 that keys and signatures are made of, in DER (ITU-T X.690).
enum DER {
    /// A sequence of values that are encoded already.
    static func sequence(_ values: [[UInt8]]) -> [UInt8] {
        value(tag: 0x30, values.flatMap(\.self))
    }

    /// A natural number, given by its bytes, the highest first; none for 0.
    static func natural(_ magnitude: some Sequence<UInt8>) -> [UInt8] {
        let digits = Array(magnitude.drop { $0 == 0 })
        // A number whose highest bit is set would be negative.
        let isPadded = digits.first.map { $0 >= 0x80 } ?? true
        return value(tag: 0x02, isPadded ? [0] + digits : digits)
    }

    static func bits(_ bytes: [UInt8]) -> [UInt8] { value(tag: 0x03, [0] + bytes) }

    private static func value(tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        var length: [UInt8] = []
        if content.count < 0x80 {
            length = [UInt8(content.count)]
        } else {
            var rest = content.count
            while rest > 0 {
                length.insert(UInt8(truncatingIfNeeded: rest), at: 0)
                rest >>= 8
            }
            length.insert(0x80 | UInt8(length.count), at: 0)
        }
        return [tag] + length + content
    }
}
