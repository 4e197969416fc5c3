/// Why bytes are not the JSON that this project reads, and where.
package struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong.
    package enum Reason: String, Sendable {
        case unexpectedByte = "unexpected byte"
        case unexpectedEnd = "unexpected end"
        case trailingBytes = "bytes after the value"
        case invalidUTF8 = "invalid UTF-8"
        case byteOrderMark = "byte order mark"
        /// A string holds a control character, a bad escape or half a surrogate pair.
        case invalidString = "invalid string"
        /// A key holds an escape: names in this protocol are plain.
        case escapedKey = "escape in a key"
        case duplicateKey = "duplicate key"
        /// A number that is not in JSON's form, or longer than `Limits.numberBytesMax`.
        case invalidNumber = "invalid number"
        case tooDeep = "nested too deeply"
        case tooManyKeys = "too many keys"
        case tooManyItems = "too many items"
        case tooLong = "too long"
    }

    /// What is wrong.
    package let reason: Reason
    /// Where, in bytes from the start.
    package let offset: Int

    /// What is wrong and where, in one phrase.
    package var description: String { "\(reason.rawValue) at byte \(offset)" }
}
