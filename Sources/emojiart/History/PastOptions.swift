internal import ArgumentParser
internal import EmojiArt
internal import Foundation
internal import Wire

/// What all commands that look back have in common: they join nothing.
struct PastOptions: ParsableArguments {
    @Argument(help: "The document: ws://HOST:PORT/documents/NAME")
    var url: DocumentURL

    @OptionGroup var request: RequestOptions
}

/// A moment on the command line: a revision, a time, or how long ago.
struct MomentArgument: ExpressibleByArgument {
    let moment: Moment

    static let help = "a revision, a time such as 2026-11-22T06:30:00Z, or an age: \"10m ago\""

    init?(argument: String) {
        if let moment = Moment(argument) {
            self.moment = moment
        } else {
            guard let milliseconds = Self.age(argument) else { return nil }
            let now = Int(Date().timeIntervalSince1970 * 1_000)
            moment = .time(now - milliseconds)
        }
    }

    private static let units = [
        "s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800, "second": 1, "minute": 60,
        "hour": 3_600, "day": 86_400, "week": 604_800,
    ]

    /// How many milliseconds "10m ago", "10 minutes ago" or "10m" are.
    static func age(_ text: String) -> Int? {
        var text = text.lowercased().trimmingCharacters(in: .whitespaces)
        if text.hasSuffix("ago") {
            text = String(text.dropLast(3)).trimmingCharacters(in: .whitespaces)
        }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        var unit = text.dropFirst(digits.count).trimmingCharacters(in: .whitespaces)
        if unit.count > 1, unit.hasSuffix("s") { unit.removeLast() }
        guard digits.count <= 9, let count = Int(digits), let seconds = units[unit] else {
            return nil
        }
        return count * seconds * 1_000
    }
}

extension Moment {
    var revision: Int? { if case .revision(let revision) = self { revision } else { nil } }
    var time: Int? { if case .time(let time) = self { time } else { nil } }
}
