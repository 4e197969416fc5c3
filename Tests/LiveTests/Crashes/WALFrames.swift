/// A write-ahead log as SQLite's page on its file format tells it.
enum WALFrames {
    private static let headBytes = 32
    private static let frameBytes = 24 + 4_096

    /// Where the commits of the log's first use end, in bytes.
    static func commits(in log: [UInt8]) -> [Int] {
        let salts = log[16..<24]
        var ends: [Int] = []
        for start in stride(from: headBytes, to: log.count - frameBytes + 1, by: frameBytes) {
            guard log[start + 8..<start + 16].elementsEqual(salts) else { break }
            // The frame that ends a commit tells the size of the database after it.
            let isCommit = log[start + 4..<start + 8].contains { $0 != 0 }
            if isCommit { ends.append(start + frameBytes) }
        }
        return ends
    }
}
