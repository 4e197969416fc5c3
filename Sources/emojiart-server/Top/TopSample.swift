internal import Foundation
internal import Hosting
internal import Operations
internal import WebSockets

/// What the server told at one moment.
struct TopSample: Sendable {
    /// When, in seconds of a clock that nobody sets.
    let time: Double
    let metrics: MetricsReading
    let documents: [DocumentReport]

    /// Asks the server, which takes a moment.
    ///
    /// - Throws: an exit code, once standard error says why, unless the client is quiet.
    init(_ client: OperatorClient) throws {
        metrics = MetricsReading(
            String(decoding: try client.ask("GET", "/metrics"), as: UTF8.self)
        )
        documents = try client.get([DocumentReport].self, "/admin/documents?loaded")
        time = Double(EventLoop.readNanoseconds()) / 1e9
    }

    init(time: Double, metrics: MetricsReading, documents: [DocumentReport]) {
        self.time = time
        self.metrics = metrics
        self.documents = documents
    }
}
