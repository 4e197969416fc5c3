internal import Foundation

struct LoadReport: Codable {
    /// A distribution of durations, in milliseconds.
    struct Durations: Codable {
        let count: UInt64
        let p50: Double
        let p90: Double
        let p99: Double
        let p999: Double
        let longest: Double

        init(_ histogram: LatencyHistogram) {
            func milliseconds(_ nanoseconds: UInt64) -> Double {
                (Double(nanoseconds) / 1_000).rounded() / 1_000
            }
            count = histogram.count
            p50 = milliseconds(histogram.quantile(0.5))
            p90 = milliseconds(histogram.quantile(0.9))
            p99 = milliseconds(histogram.quantile(0.99))
            p999 = milliseconds(histogram.quantile(0.999))
            longest = milliseconds(histogram.longest)
        }
    }

    /// What the server used, as the kernel tells it.
    struct ServerUse: Codable {
        /// Seconds of processor time for each second.
        let cores: Double
        /// Microseconds of processor time for each edit that reached a member.
        let microsecondsPerDelivery: Double
        /// KiB that were written to disk for each edit; a page of a file that changes counts whole.
        let kibibytesWrittenPerEdit: Double
        let residentMebibytes: Double
        /// KiB for each member, less what the server had before they came.
        let kibibytesPerMember: Double
    }

    let plan: LoadPlan
    /// When it began, in seconds since 1970.
    let time: Int
    /// What the figures are of: a commit, a machine.
    let label: String
    let seconds: Double
    let editsPerSecond: Double
    let deliveriesPerSecond: Double
    let presencePerSecond: Double
    let refused: Int
    /// From when an edit was meant to be sent to its answer.
    let acknowledgement: Durations
    /// From when an edit was meant to be sent to each member's having it.
    let delivery: Durations
    /// From a newcomer's connect to its having all that there was (SY34).
    let join: Durations
    /// Seconds until all were back after all connections were lost; nil without that.
    let backAfter: Double?
    /// Edits that came to a member in another order, or not at all: 0, or the server is wrong.
    let outOfOrder: Int
    let missing: Int
    /// Connections that the server ended, by code; `none` for those without one.
    let closes: [String: Int]
    let server: ServerUse?
}

extension LoadReport {
    /// Whether each member got every edit once and in order.
    var isSound: Bool { outOfOrder == 0 && missing == 0 }

    func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        return try encoder.encode(self)
    }

    /// The figures that can be compared, by name.
    private var figures: [(name: String, value: Double)] {
        var figures = [("edits/s", editsPerSecond), ("deliveries/s", deliveriesPerSecond)]
        if presencePerSecond > 0 { figures.append(("presence/s", presencePerSecond)) }
        for (name, durations) in [("ack", acknowledgement), ("delivery", delivery), ("join", join)]
        where durations.count > 0 {
            figures.append(("\(name) p50 ms", durations.p50))
            figures.append(("\(name) p99 ms", durations.p99))
            figures.append(("\(name) p99.9 ms", durations.p999))
            figures.append(("\(name) longest ms", durations.longest))
        }
        if let backAfter { figures.append(("all back s", backAfter)) }
        guard let server else { return figures }
        figures.append(("server cores", server.cores))
        if deliveriesPerSecond > 0 {
            figures.append(("us per delivery", server.microsecondsPerDelivery))
            figures.append(("KiB to disk/edit", server.kibibytesWrittenPerEdit))
        }
        figures.append(("server MiB", server.residentMebibytes))
        figures.append(("KiB per member", server.kibibytesPerMember))
        return figures
    }

    /// The figures for people, beside those of another run if there is one.
    func lines(beside other: LoadReport?) -> [String] {
        let before = Dictionary(
            uniqueKeysWithValues: other?.figures.map { ($0.name, $0.value) } ?? []
        )
        var lines = figures.map { name, value in
            var line = Self.pad(name, 18) + Self.number(value)
            if let old = before[name] {
                let ratio = old == 0 ? "" : String(format: "%8.2f x", value / old)
                line += Self.number(old) + ratio
            }
            return line
        }
        if let other, other.plan != plan { lines.append("the plans differ: compare with care") }
        let order = isSound ? "in order, none missing" : "WRONG"
        lines.append("\(outOfOrder) out of order, \(missing) missing: \(order)")
        if refused > 0 { lines.append("\(refused) refused") }
        for (code, count) in closes.sorted(by: { $0.key < $1.key }) {
            lines.append("\(count) closed by the server: \(code)")
        }
        return lines
    }

    private static func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }

    private static func number(_ value: Double) -> String {
        let digits = value >= 1_000 ? 0 : value >= 10 ? 1 : 3
        let text = String(format: "%.\(digits)f", value)
        return String(repeating: " ", count: max(1, 14 - text.count)) + text
    }
}
