/// An operation as the protocol's page writes it, read without any of the product's code.
struct HistoryOperation: Codable, Equatable, Sendable {
    /// An emoji of an `add` or of a state.
    struct Emoji: Codable, Equatable, Sendable {
        var id: String?
        var text: String
        var x: Int
        var y: Int
        var size: Int?
        var z: Int?
    }

    var type: String
    var ids: [String]?
    var dx: Int?
    var dy: Int?
    var factor: Double?
    var emojis: [Emoji]?
    /// Of a background; none takes it away.
    var url: String?

    static let none = HistoryOperation(type: "none")

    static func add(_ emojis: [Emoji]) -> HistoryOperation {
        HistoryOperation(type: "add", emojis: emojis)
    }

    static func move(_ ids: [String], dx: Int, dy: Int) -> HistoryOperation {
        HistoryOperation(type: "move", ids: ids, dx: dx, dy: dy)
    }

    static func scale(_ ids: [String], by factor: Double) -> HistoryOperation {
        HistoryOperation(type: "scale", ids: ids, factor: factor)
    }

    static func background(_ url: String?) -> HistoryOperation {
        HistoryOperation(type: "background", url: url)
    }

    static func delete(_ ids: [String]) -> HistoryOperation {
        HistoryOperation(type: "delete", ids: ids)
    }
}
