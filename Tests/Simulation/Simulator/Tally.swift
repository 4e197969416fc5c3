/// What runs did, summed up.
struct Tally: Equatable {
    var seeds = 0
    var steps = 0
    /// Virtual milliseconds.
    var milliseconds = 0
    var edits = 0
    var connections = 0
    var ends = 0
    var trace: UInt64 = 0

    static func + (one: Tally, other: Tally) -> Tally {
        Tally(
            seeds: one.seeds + other.seeds,
            steps: one.steps + other.steps,
            milliseconds: one.milliseconds + other.milliseconds,
            edits: one.edits + other.edits,
            connections: one.connections + other.connections,
            ends: one.ends + other.ends,
            trace: one.trace ^ other.trace
        )
    }

    /// The line by which a process tells its parent.
    var line: String {
        "tally \(seeds) \(steps) \(milliseconds) \(edits) \(connections) \(ends) \(trace)"
    }

    /// What a person is told.
    func description(seconds: Int) -> String {
        """
        \(seeds) seeds, \(steps) steps (\(steps / max(1, seconds)) a second), \
        \(milliseconds / 3_600_000) h of virtual time; \(edits) edits, \(connections) connections, \
        \(ends) ends of a server
        """
    }
}

extension Tally {
    /// Reads the line; nil when it is another one.
    init?(line: Substring) {
        let fields = line.split(separator: " ")
        guard fields.count == 8, fields[0] == "tally", let trace = UInt64(fields[7]) else {
            return nil
        }
        let numbers = fields[1...6].compactMap { Int($0) }
        guard numbers.count == 6 else { return nil }
        self.init(
            seeds: numbers[0],
            steps: numbers[1],
            milliseconds: numbers[2],
            edits: numbers[3],
            connections: numbers[4],
            ends: numbers[5],
            trace: trace
        )
    }
}
