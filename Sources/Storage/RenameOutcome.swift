/// What came of giving a document another name.
package enum RenameOutcome: Sendable {
    case renamed
    /// There is no such document.
    case missing
    /// Another document has that name.
    case taken
}
