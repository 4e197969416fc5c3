/// Why a file cannot be imported: which field, and what is wrong with it.
public struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong with the field.
    public enum Reason: Equatable, Sendable {
        /// The bytes are not JSON; where, in bytes from the start.
        case notJSON(String, offset: Int)
        /// The file is of the 2017 dialect, which does not tell where its centre is.
        case dialectOf2017
        case missing
        case unexpected(found: String, mustBe: String)
    }

    /// The path of the field, such as `emojis[3].position.x`, counted from 0; empty for the file.
    public let field: String
    /// What is wrong with it.
    public let reason: Reason

    /// What is wrong, as one sentence.
    public var description: String {
        let name = field.isEmpty ? "The file" : field
        return switch reason {
        case .notJSON(let what, let offset): "The file is not JSON: \(what) at byte \(offset)."
        case .dialectOf2017:
            "The file is of the 2017 dialect (url, emojis without ids), which cannot be imported."
        case .missing: "\(name) is missing."
        case .unexpected(let found, let mustBe): "\(name) is \(found), but must be \(mustBe)."
        }
    }
}
