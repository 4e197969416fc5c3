internal import Store

/// What an HTTP client wants of a document that has to be open for it.
enum DocumentRequest {
    /// The document as a file.
    case export(DocumentFormat)
    /// That an image is kept for it.
    case keep(StoredImage)
}
