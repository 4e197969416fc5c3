import Foundation

/// The checkout that the tests are a part of.
enum Repository {
    static var root: URL {
        URL(filePath: #filePath)
            .deletingLastPathComponent()  // Support
            .deletingLastPathComponent()  // WireTests
            .deletingLastPathComponent()  // Tests
            .deletingLastPathComponent()
    }
}
