import Foundation

/// JSON compared as values: the order of keys and the way a number is written do not count.
struct JSONValue: Equatable, CustomStringConvertible {
    private let object: NSObject

    var description: String { String(describing: object) }

    init(_ bytes: [UInt8]) throws {
        object =
            try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            as? NSObject ?? NSNull()
    }

    init(_ text: String) throws { try self.init(Array(text.utf8)) }
}
