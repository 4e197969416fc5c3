/// Why bytes are not the JSON that this project reads, and where.
package struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong.
    package enum Reason: String, Sendable {
        /// A byte that the grammar does not allow here.
        case unexpectedByte = "unexpected byte"
        /// The text ends too soon.
        case unexpectedEnd = "unexpected end"
        /// Something follows the value.
        case trailingBytes = "bytes after the value"
        /// The bytes are not UTF-8.
        case invalidUTF8 = "invalid UTF-8"
        /// The text starts with a byte order mark.
        case byteOrderMark = "byte order mark"
        /// A string holds a control character, a bad escape or half a surrogate pair.
        case invalidString = "invalid string"
        /// A key holds an escape: names in this protocol are plain.
        case escapedKey = "escape in a key"
        /// A key stands twice in an object.
        case duplicateKey = "duplicate key"
        /// A number that is not in JSON's form, or longer than `Limits.numberBytesMax`.
        case invalidNumber = "invalid number"
        /// Too deeply nested.
        case tooDeep = "nested too deeply"
        /// Too many keys in an object.
        case tooManyKeys = "too many keys"
        /// Too many items in an array.
        case tooManyItems = "too many items"
        /// Too long.
        case tooLong = "too long"
    }

    /// What is wrong.
    package let reason: Reason
    /// Where, in bytes from the start.
    package let offset: Int

    /// What is wrong and where, in one phrase.
    package var description: String { "\(reason.rawValue) at byte \(offset)" }
}
