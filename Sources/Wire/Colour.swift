/// A member's colour.
///
/// Written `#rrggbb`.
public struct Colour: Equatable, Sendable, CustomStringConvertible {
    /// 24 bits: red, green, blue.
    public let rgb: UInt32

    /// Makes a colour of 24 bits.
    public init(rgb: UInt32) { self.rgb = rgb & 0xff_ffff }

    /// Reads `#rrggbb` in lowercase hexadecimal; nil for anything else.
    public init?(_ text: String) {
        guard text.utf8.count == 7, text.utf8.first == UInt8(ascii: "#"),
            let rgb = UInt64(hexadecimal: text.utf8.dropFirst())
        else { return nil }
        self.init(rgb: UInt32(rgb))
    }

    /// The colour as `#rrggbb`.
    public var description: String { "#" + String(rgb, radix: 16).padded(to: 6) }

    /// The colour of a member that brings none: a pure function of its number.
    ///
    /// Twelve hues that white text can be read on, ordered so that neighbours differ most.
    public static func ofMember(_ number: Int) -> Colour {
        let hues: [UInt32] = [
            0xc6_2828, 0x15_65c0, 0x2e_7d32, 0x6a_1b9a, 0xb4_5309, 0x00_6978,
            0xad_1457, 0x28_3593, 0x55_6b2f, 0x4e_342e, 0x7b_1fa2, 0x37_474f,
        ]
        return Colour(rgb: hues[Int(number.magnitude % UInt(hues.count))])
    }
}
