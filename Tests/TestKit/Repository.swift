package import Foundation

/// The checkout that the tests are a part of.
package enum Repository {
    /// The folder of the checkout.
    package static let root = URL(filePath: #filePath)
        .deletingLastPathComponent()  // TestKit
        .deletingLastPathComponent()  // Tests
        .deletingLastPathComponent()

    /// A file of golden vectors, which the Swift and the JavaScript tests share.
    package static func vectors(_ name: String) -> URL {
        root.appending(path: "Protocol/vectors/\(name)")
    }
}
