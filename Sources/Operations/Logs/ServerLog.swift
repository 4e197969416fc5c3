internal import EmojiArt
internal import Foundation
package import Logging
package import Synchronization

/// How a line of the log is written.
package enum LogFormat: String, CaseIterable, Sendable {
    /// For people.
    case text
    /// One JSON object a line, for programs.
    case json
}

/// Writes the log to standard error: a line an event, for people or for programs.
package struct ServerLog: LogHandler {
    /// The least level that is written, of all loggers: an operator may change it while all runs.
    package static let leastLevel = Mutex(Logger.Level.info)

    private let label: String
    private let format: LogFormat
    /// The values that each line carries.
    package var metadata: Logger.Metadata = [:]

    /// Makes a log in a format.
    package init(label: String, format: LogFormat) {
        self.label = label
        self.format = format
    }

    /// The least level, the same for all loggers.
    package var logLevel: Logger.Level {
        get { Self.leastLevel.withLock { $0 } }
        set { Self.leastLevel.withLock { $0 = newValue } }
    }

    /// One of the values that each line carries.
    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Hands a line to the writer.
    package func log(event: LogEvent) {
        let details = metadata.merging(event.metadata ?? [:]) { _, new in new }
            .sorted { $0.key < $1.key }
            .map { ($0.key, "\($0.value)") }
        let line =
            switch format {
            case .text: text(event, details)
            case .json: json(event, details)
            }
        LogWriter.shared.write(line)
    }

    private func text(_ event: LogEvent, _ details: [(String, String)]) -> [UInt8] {
        let details = details.map { " \($0)=\(Self.word($1))" }.joined()
        return Array("\(Self.time()) \(event.level) \(label):\(details) \(event.message)\n".utf8)
    }

    /// A value as one word of a line: in quotes, as JSON has them, where it would be none or more.
    static func word(_ value: String) -> String {
        let isWord = value.utf8.allSatisfy { $0 > UInt8(ascii: " ") && $0 != UInt8(ascii: "\"") }
        if isWord, !value.isEmpty { return value }
        var writer = JSONWriter()
        writer.string(value)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func json(_ event: LogEvent, _ details: [(String, String)]) -> [UInt8] {
        var writer = JSONWriter()
        writer.string(#"{"time":"#, Self.time())
        writer.string(#","level":"#, event.level.rawValue)
        writer.string(#","message":"#, event.message.description)
        for (key, value) in details {
            writer.string(",", key)
            writer.string(":", value)
        }
        writer.raw("}\n")
        return writer.bytes
    }

    private static func time() -> String {
        Date.now.formatted(.iso8601.time(includingFractionalSeconds: true))
    }
}

/// Writes lines to standard error beside those who have something to say.
///
/// A pipe that nobody reads holds up this thread alone: what does not fit in the queue meanwhile is
/// left out and counted, and the next line that is written says how much.
final class LogWriter: Sendable {
    static let shared = LogWriter()

    private struct State {
        /// Bytes that wait.
        var byteCount = 0
        /// Lines that were left out, and how many of them were told of.
        var droppedCount = 0
        var toldCount = 0
    }

    private static let byteCountMax = 262_144

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "log")

    var droppedCount: Int { state.withLock { $0.droppedCount } }

    /// Waits at the end of the process until all is written, but not long.
    private init() {
        atexit {
            let end = DispatchSemaphore(value: 0)
            LogWriter.shared.queue.async { end.signal() }
            _ = end.wait(timeout: .now() + 1)
        }
    }

    /// Takes a line, with its end.
    func write(_ line: [UInt8]) {
        let isTaken = state.withLock { state in
            let fits = state.byteCount + line.count <= Self.byteCountMax
            if fits { state.byteCount += line.count } else { state.droppedCount += 1 }
            return fits
        }
        guard isTaken else { return }
        queue.async { [self] in
            let droppedCount = state.withLock { state in
                state.byteCount -= line.count
                defer { state.toldCount = state.droppedCount }
                return state.droppedCount - state.toldCount
            }
            put(line)
            if droppedCount > 0 {
                put(Array("... \(droppedCount) lines of the log were dropped\n".utf8))
            }
        }
    }

    /// One write a line: lines of several processes do not mix.
    private func put(_ line: [UInt8]) {
        try? FileHandle.standardError.write(contentsOf: Data(line))
    }
}
