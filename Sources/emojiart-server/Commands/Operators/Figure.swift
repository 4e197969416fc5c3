internal import Foundation
internal import Hosting
internal import Operations

/// Numbers as people read them.
enum Figure {
    /// Bytes with the largest unit of which there is at least one.
    static func bytes(_ count: Int) -> String {
        let units = ["B", "KiB", "MiB", "GiB", "TiB"]
        var value = Double(count)
        var unit = 0
        while value >= 1_024, unit < units.count - 1 {
            value /= 1_024
            unit += 1
        }
        return "\(unit == 0 ? String(count) : rate(value)) \(units[unit])"
    }

    /// A number with a digit behind the point while it is small.
    static func rate(_ value: Double) -> String {
        guard value.isFinite else { return "-" }
        if value == 0 || value >= 99.95 { return String(Int(value.rounded())) }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// Seconds, in the unit in which they are read best; `-` for none.
    static func time(_ seconds: Double?) -> String {
        guard let seconds else { return "-" }
        if seconds < 0.001 { return "\(Int((seconds * 1_000_000).rounded())) us" }
        return seconds < 1 ? "\(rate(seconds * 1_000)) ms" : "\(rate(seconds)) s"
    }

    static func date(milliseconds: Int) -> String {
        Date(timeIntervalSince1970: Double(milliseconds / 1_000)).formatted(.iso8601)
    }
}
