internal import Foundation

/// A JSON value, to compare what two readers make of a text.
indirect enum JSONValue: Equatable {
    case object([Member])
    case array([JSONValue])
    /// A text by its bytes: Swift takes some different texts for equal.
    case string([UInt8])
    case integer(Int)
    /// A number as it is written.
    case decimal(String)
    case boolean(Bool)
    case null

    struct Member: Equatable {
        let key: [UInt8]
        let value: JSONValue
    }

    /// Whether all its numbers are finite as a `Double`.
    var isWithinDouble: Bool {
        switch self {
        case .object(let members): members.allSatisfy(\.value.isWithinDouble)
        case .array(let items): items.allSatisfy(\.isWithinDouble)
        case .decimal(let text): Double(text)?.isFinite ?? false
        case .string, .integer, .boolean, .null: true
        }
    }

    /// Whether Foundation read the same.
    func isEqual(to other: Any) -> Bool {
        switch self {
        case .object(let members):
            guard let object = other as? [String: Any] else { return false }
            let names = members.map { String(decoding: $0.key, as: UTF8.self) }
            // Foundation keeps one of several keys that Swift takes for equal, and loses byte order
            // marks.
            guard Set(names).count == names.count,
                !names.contains(where: { $0.unicodeScalars.contains("\u{feff}") })
            else { return true }
            return object.count == members.count
                && zip(names, members).allSatisfy { name, member in
                    object[name].map(member.value.isEqual) ?? false
                }
        case .array(let items):
            guard let array = other as? [Any], array.count == items.count else { return false }
            return zip(items, array).allSatisfy { $0.isEqual(to: $1) }
        case .string(let bytes):
            // Foundation loses some byte order marks within a text.
            let mark: Unicode.Scalar = "\u{feff}"
            let own = String(decoding: bytes, as: UTF8.self).unicodeScalars.filter { $0 != mark }
            let text = (other as? String)?.unicodeScalars.filter { $0 != mark }
            return text.map { Array($0) } == Array(own)
        case .integer(let value): return (other as? NSNumber)?.int64Value == Int64(value)
        case .decimal(let text):
            guard let own = Double(text), let value = (other as? NSNumber)?.doubleValue else {
                return false
            }
            // Foundation keeps 38 decimal digits and rounds by itself.
            return abs(own - value) <= 1e-12 * abs(own)
        case .boolean(let value): return other as? Bool == value
        case .null: return other is NSNull
        }
    }
}
