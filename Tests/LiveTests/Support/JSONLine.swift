import Foundation
import Testing

/// A JSON value as a test looks at it; the order of keys does not count.
struct JSONLine: Equatable, CustomStringConvertible {
    private let value: NSObject

    var description: String { String(describing: value) }

    init(_ text: String) throws { try self.init(Array(text.utf8)) }

    init(_ bytes: [UInt8]) throws {
        value =
            try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            as? NSObject ?? NSNull()
    }

    private init(_ value: NSObject) { self.value = value }

    /// A member of an object.
    subscript(_ key: String) -> JSONLine? {
        ((value as? [String: Any])?[key] as? NSObject).map { JSONLine($0) }
    }

    var object: [String: Any]? { value as? [String: Any] }
    var string: String? { value as? String }
    var integer: Int? { value as? Int }
    var array: [JSONLine]? { (value as? [Any])?.compactMap { $0 as? NSObject }.map(JSONLine.init) }

    /// What kind of message or answer it is.
    var type: String { self["type"]?.string ?? "" }

    /// The lines of a program's output, each of which must be one object.
    static func objects(_ lines: [String]) throws -> [JSONLine] {
        try lines.map { line in
            let object = try JSONLine(line)
            try #require(object.object != nil, "\(line) is no object")
            return object
        }
    }
}
