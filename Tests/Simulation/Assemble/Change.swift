/// A place of the source that the simulation compiles otherwise.
struct Change {
    /// The file, from the package's `Sources` on.
    let file: String
    /// The text that is there, once in the file.
    let original: String
    /// The text that takes its place.
    let replacement: String
    /// Whether it belongs to a planted bug.
    var isPlanted = false

    /// Smaller limits, so that what happens after thousands of edits happens after tens.
    static let smallLimits = [
        limit("unansweredEditsMax", "256", "12"),
        limit("keptEditsMax", "1_024", "10"),
        limit("editsPerSnapshot", "1_000", "9"),
        limit("keptEditBytesMax", "1_048_576", "1_500"),
        limit("replayedEmojisMax", "1_000_000", "60"),
        limit("coordinateMax", "1_000_000", "300"),
        limit("undoStepsMax", "100", "6"),
        limit("undoItemsMax", "10_000", "30"),
        limit("undoItemsPerDocumentMax", "100_000", "60"),
        limit("emojisMax", "100_000", "40"),
        limit("itemsMax", "10_000", "40"),
        limit("snapshotPartBytes", "32_768", "768"),
        limit("queuedBytesMax", "67_108_864", "12_000"),
        limit("gateEntriesMax", "100_000", "40"),
        Change(
            file: "Sync/SharedPresence.swift",
            original: "static let membersMin = 64\n",
            replacement: "static let membersMin = 2\n"
        ),
        Change(
            file: "Sync/Snapshots.swift",
            original: "static let emojisAtOnceMax = 1_000\n",
            replacement: "static let emojisAtOnceMax = 2\n"
        ),
        Change(
            file: "WebSockets/FrameLog.swift",
            original: "static let chunkBytes = 65_536\n",
            replacement: "static let chunkBytes = 1_024\n"
        ),
    ]

    /// A server that says nothing at its start: it starts a thousand times.
    static let silence = Change(
        file: "emojiart-simulation/Server.swift",
        original: "try? FileHandle.standardOutput.write(contentsOf: Data(banner.utf8))",
        replacement: "_ = banner"
    )

    private static func limit(_ name: String, _ original: String, _ small: String) -> Change {
        Change(
            file: "EmojiArt/Limits.swift",
            original: "static let \(name) = \(original)\n",
            replacement: "static let \(name) = \(small)\n"
        )
    }

    /// What a planted bug asks: one build has all of them, and each run at most one.
    static let question = """
        internal import Glibc

        private let plantedBug =
            unsafe getenv("EMOJIART_PLANTED").map { unsafe atoi($0) } ?? 0

        func planted(_ number: Int32) -> Bool { plantedBug == number }

        """
}
