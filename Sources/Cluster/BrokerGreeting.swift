internal import Foundation

/// What a broker says of itself to whoever connects, before anything is asked of it.
///
/// The library reads it too, and keeps it to itself. It is one line in plain, also where TLS
/// follows (NATS's page "Client protocol", INFO).
package struct BrokerGreeting: Equatable, Sendable {
    /// The broker's name among others.
    package let name: String
    /// Its version: three numbers, and what may follow a hyphen.
    package let version: String
    /// The bytes that a message may have.
    package let payloadMax: Int

    /// Reads a line that begins with `INFO`; nil for any other.
    init?(line: String) {
        struct Info: Decodable {
            let serverName: String?
            let version: String
            let maxPayload: Int
        }
        guard line.hasPrefix("INFO ") else { return nil }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let text = Data(line.dropFirst(5).utf8)
        guard let info = try? decoder.decode(Info.self, from: text) else { return nil }
        name = info.serverName ?? ""
        version = info.version
        payloadMax = info.maxPayload
    }

    /// Asks a broker, and waits for at most a second.
    ///
    /// - Parameter url: `nats://HOST:PORT`.
    /// - Returns: what it says; nil when it cannot be reached, or is none.
    package static func read(from url: String) -> BrokerGreeting? {
        guard let parts = URLComponents(string: url), let host = parts.host else { return nil }
        return LineSocket.firstLine(of: host, port: parts.port ?? 4_222).flatMap { Self(line: $0) }
    }

    /// Whether it is at least of a version.
    package func isAtLeast(_ major: Int, _ minor: Int, _ patch: Int) -> Bool {
        let numbers = version.prefix { $0 != "-" }.split(separator: ".").map { Int($0) ?? 0 }
        return !numbers.lexicographicallyPrecedes([major, minor, patch])
    }
}
