import Foundation

/// What runs did, summed up.
struct Tally: Codable, Equatable {
    var seeds = 0
    var steps = 0
    /// Virtual milliseconds.
    var milliseconds = 0
    var edits = 0
    var connections = 0
    var ends = 0
    /// Logs that lost their old end, and edits of which nobody could say whether they were there.
    var trims = 0
    var undecided = 0
    var trace: UInt64 = 0

    static func + (one: Tally, other: Tally) -> Tally {
        Tally(
            seeds: one.seeds + other.seeds,
            steps: one.steps + other.steps,
            milliseconds: one.milliseconds + other.milliseconds,
            edits: one.edits + other.edits,
            connections: one.connections + other.connections,
            ends: one.ends + other.ends,
            trims: one.trims + other.trims,
            undecided: one.undecided + other.undecided,
            trace: one.trace ^ other.trace
        )
    }

    /// The line by which a process tells its parent.
    var line: String {
        let json = (try? JSONEncoder().encode(self)) ?? Data()
        return Self.mark + String(decoding: json, as: UTF8.self)
    }

    /// The begin of that line.
    private static let mark = "tally "

    /// What a person is told.
    func description(seconds: Int) -> String {
        """
        \(seeds) seeds, \(steps) steps (\(steps / max(1, seconds)) a second), \
        \(milliseconds / 3_600_000) h of virtual time; \(edits) edits, \(connections) connections, \
        \(ends) ends of a server, \(trims) trims, \(undecided) undecided edits
        """
    }
}

extension Tally {
    /// Reads the line; nil when it is another one.
    init?(line: Substring) {
        guard line.hasPrefix(Self.mark) else { return nil }
        let json = Data(line.dropFirst(Self.mark.count).utf8)
        guard let tally = try? JSONDecoder().decode(Tally.self, from: json) else { return nil }
        self = tally
    }
}
