/// The kinds of images that every browser shows, and that hold no script.
package enum ImageType: String, Sendable, CaseIterable {
    case png = "image/png"
    case jpeg = "image/jpeg"
    case gif = "image/gif"
    case webp = "image/webp"
}
