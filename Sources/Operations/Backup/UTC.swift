internal import Foundation

/// Times as operators read and write them.
enum UTC {
    /// A time for the name of a file, such as `20261122T061120Z`.
    static func stamp(_ milliseconds: Int) -> String {
        date(milliseconds).formatted(compact)
    }

    /// A time for people, such as `2026-11-22T06:11:20Z`.
    static func text(_ milliseconds: Int) -> String {
        date(milliseconds).formatted(Date.ISO8601FormatStyle())
    }

    /// Reads a time of ISO 8601 with its offset, in milliseconds since 1970; nil when it is none.
    static func milliseconds(_ text: String) -> Int? {
        let styles = [
            Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle(includingFractionalSeconds: true),
            compact,
        ]
        for style in styles {
            if let date = try? style.parse(text) {
                return Int((date.timeIntervalSince1970 * 1_000).rounded())
            }
        }
        return nil
    }

    private static let compact = Date.ISO8601FormatStyle(
        dateSeparator: .omitted,
        timeSeparator: .omitted
    )

    private static func date(_ milliseconds: Int) -> Date {
        Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }
}
