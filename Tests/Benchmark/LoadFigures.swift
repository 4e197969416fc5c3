internal import Foundation

/// What is read of a report of `emojiart-load`.
struct LoadFigures: Decodable {
    struct Durations: Decodable {
        let count: Int
        let p50: Double
        let p99: Double

        var cell: String {
            count == 0 ? "" : String(format: "%.2f / %.2f", p50, p99)
        }
    }

    struct ServerUse: Decodable {
        let cores: Double
        let microsecondsPerDelivery: Double
        let kibibytesWrittenPerEdit: Double
        let kibibytesPerMember: Double
    }

    let editsPerSecond: Double
    let deliveriesPerSecond: Double
    let acknowledgement: Durations
    let delivery: Durations
    let join: Durations
    let backAfter: Double?
    let server: ServerUse?

    /// The cells of a row, in the order of the table's head.
    func row(floor: Floor.Cost?) -> String {
        let back = backAfter.map { String(format: "all back in %.2f s", $0) }
        let cells = [
            String(format: "%.0f", editsPerSecond), String(format: "%.0f", deliveriesPerSecond),
            acknowledgement.cell, delivery.cell, back ?? join.cell,
            String(format: "%.2f", server?.cores ?? 0),
            String(format: "%.2f", server?.microsecondsPerDelivery ?? 0), floor?.cell ?? "",
            String(format: "%.1f", server?.kibibytesWrittenPerEdit ?? 0),
            String(format: "%.1f", server?.kibibytesPerMember ?? 0),
        ]
        return cells.joined(separator: " | ")
    }
}
