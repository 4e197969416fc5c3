/// A value of a parsed text, in the order of the text: an object's or array's members follow it.
package struct JSONNode: Sendable {
    /// What a value is.
    package enum Kind: Sendable {
        /// An object of `count` members.
        case object
        /// An array of `count` items.
        case array
        /// A string without escapes: bytes `start`..<`end` between the quotes.
        case string
        case escapedString
        /// A number without fraction and exponent, within 64 bits: `integer`.
        case integer
        /// Any other number: bytes `start`..<`end`.
        case decimal
        /// `true` or `false`: `integer` is 1 or 0.
        case boolean
        case null
    }

    /// What the value is.
    package var kind: Kind
    /// The first byte of the value, after an opening quote.
    package var start: Int
    /// The byte after the last.
    package var end: Int
    /// The node after the value and all that it holds.
    package var next: Int
    /// Members or items.
    package var count = 0
    /// The value of an integer or boolean.
    package var integer: Whole = 0
    /// A member's own text, if it is a short string, so that names are compared as integers.
    package var text = JSONKey()
    /// The name under which an object holds this.
    package var key = JSONKey()
    /// The name's first byte, after its quote; 0 where there is no name.
    package var keyStart = 0
    /// The byte after the name's last.
    package var keyEnd = 0
}
