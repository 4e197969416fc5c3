/// An image that a document's background may name.
package struct StoredImage: Equatable, Sendable {
    /// What the image is known by: 64 characters.
    package let digest: String
    /// Its media type, such as `image/png`.
    package let type: String
    /// Its bytes.
    package let body: [UInt8]

    /// An image of these parts.
    package init(digest: String, type: String, body: [UInt8]) {
        self.digest = digest
        self.type = type
        self.body = body
    }
}
