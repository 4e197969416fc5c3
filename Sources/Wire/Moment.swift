public import EmojiArt

/// A moment of a document's past: a revision, or a time.
///
/// In text a revision is its digits, and a time is as ISO 8601 writes it, such as `2026-11-22`,
/// `2026-11-22T06:30Z` or `2026-11-22T06:30:15.250+01:00`; without a zone it is UTC.
public enum Moment: Equatable, Sendable {
    /// After the edit of this revision; 0 is before the first.
    case revision(Whole)
    /// After the last edit up to this time, in milliseconds since 1970.
    case time(Whole)

    /// Reads a text; nil when it is neither.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        if !bytes.isEmpty, bytes.count <= 16, bytes.allSatisfy({ $0.isDigit }) {
            let value = bytes.reduce(0) { $0 * 10 + Whole($1 - 0x30) }
            guard value <= Limits.stackMax else { return nil }
            self = .revision(value)
            return
        }
        var reader = TimeReader(bytes: bytes[...])
        guard let time = reader.time() else { return nil }
        self = .time(time)
    }

    /// The moment as text, a time in UTC with milliseconds.
    public var text: String {
        switch self {
        case .revision(let revision): return String(revision)
        case .time(let time):
            var (days, rest) = time.quotientAndRemainder(dividingBy: 86_400_000)
            if rest < 0 { (days, rest) = (days - 1, rest + 86_400_000) }
            let date = CivilDate(daysSince1970: days)
            let parts = [
                (date.year, 4, "-"), (date.month, 2, "-"), (date.day, 2, "T"),
                (rest / 3_600_000, 2, ":"), (rest / 60_000 % 60, 2, ":"),
                (rest / 1_000 % 60, 2, "."), (rest % 1_000, 3, "Z"),
            ]
            return parts.reduce("") { $0 + String($1.0).padded(to: $1.1) + $1.2 }
        }
    }
}

/// Reads a time as ISO 8601 writes it.
private struct TimeReader {
    var bytes: ArraySlice<UInt8>

    /// The time in milliseconds since 1970; nil for anything else, also for a date that there is
    /// not.
    mutating func time() -> Whole? {
        guard let year = number(4), skip("-"), let month = number(2), skip("-"),
            let day = number(2),
            let date = CivilDate(year: year, month: month, day: day)
        else { return nil }
        var time = date.daysSince1970 * 86_400_000
        guard !bytes.isEmpty else { return time }
        guard skip("T"), let hour = number(2), skip(":"), let minute = number(2), hour < 24,
            minute < 60
        else { return nil }
        time += hour * 3_600_000 + minute * 60_000
        if skip(":") {
            guard let second = number(2), second < 61 else { return nil }
            time += second * 1_000
            if skip(".") {
                guard let part = milliseconds() else { return nil }
                time += part
            }
        }
        guard let zone = zone(), bytes.isEmpty else { return nil }
        return time - zone
    }

    /// What the zone is ahead of UTC.
    private mutating func zone() -> Whole? {
        if bytes.isEmpty || skip("Z") { return 0 }
        let isBehind = bytes.first == UInt8(ascii: "-")
        guard isBehind ? skip("-") : skip("+"), let hour = number(2), hour < 24 else { return nil }
        _ = skip(":")
        let minute = bytes.isEmpty ? 0 : number(2)
        guard let minute, minute < 60 else { return nil }
        return (isBehind ? -1 : 1) * (hour * 3_600_000 + minute * 60_000)
    }

    /// A fraction of a second; what is finer than a millisecond is cut.
    private mutating func milliseconds() -> Whole? {
        let digits = bytes.prefix { $0.isDigit }
        guard (1...9).contains(digits.count) else { return nil }
        bytes = bytes.dropFirst(digits.count)
        let value = (digits + [0x30, 0x30]).prefix(3).reduce(0) { $0 * 10 + Whole($1 - 0x30) }
        return value
    }

    private mutating func number(_ count: Int) -> Whole? {
        let digits = bytes.prefix(count)
        guard digits.count == count, digits.allSatisfy({ $0.isDigit }) else { return nil }
        bytes = bytes.dropFirst(count)
        return digits.reduce(0) { $0 * 10 + Whole($1 - 0x30) }
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard bytes.first == UInt8(ascii: character) else { return false }
        bytes = bytes.dropFirst()
        return true
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
}
