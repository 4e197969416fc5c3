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
        let details = details.map { " \($0)=\($1)" }.joined()
        return Array("\(Self.time()) \(event.level) \(label):\(details) \(event.message)\n".utf8)
    }

    private func json(_ event: LogEvent, _ details: [(String, String)]) -> [UInt8] {
        var writer = JSONWriter()
        writer.raw(#"{"time":"#)
        writer.string(Self.time())
        writer.raw(#","level":"#)
        writer.string(event.level.rawValue)
        writer.raw(#","message":"#)
        writer.string(event.message.description)
        for (key, value) in details {
            writer.raw(",")
            writer.string(key)
            writer.raw(":")
            writer.string(value)
        }
        writer.raw("}\n")
        return writer.bytes
    }

    private static func time() -> String {
        Date.now.formatted(.iso8601.time(includingFractionalSeconds: true))
    }
}
