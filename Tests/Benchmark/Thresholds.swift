internal import Foundation

/// The counts that were recorded, beside this file.
struct Thresholds {
    private static let path = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "thresholds.json")

    private var counts: [String: CountedRun.Count]

    /// Reads them; none when there is no file yet.
    init() {
        let data = try? Data(contentsOf: Self.path)
        counts =
            data.flatMap { try? JSONDecoder().decode([String: CountedRun.Count].self, from: $0) }
            ?? [:]
    }

    subscript(name: MicroCase) -> CountedRun.Count? {
        get { counts[name.rawValue] }
        set { counts[name.rawValue] = newValue }
    }

    /// Whether a count is beyond what was recorded: a twentieth more instructions, or half an
    /// allocation.
    func isExceeded(by count: CountedRun.Count, _ name: MicroCase) -> Bool {
        guard let recorded = self[name] else { return true }
        return Double(count.instructions) > 1.05 * Double(recorded.instructions)
            || count.allocations > recorded.allocations + 0.5
    }

    /// Writes them.
    func write() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        var data = try encoder.encode(counts)
        data.append(UInt8(ascii: "\n"))
        try data.write(to: Self.path)
    }
}
