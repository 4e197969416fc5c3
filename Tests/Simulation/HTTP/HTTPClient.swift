/// The address of a web server, as the simulation has it: as it was written.
package struct HTTPURL: Equatable, Sendable, CustomStringConvertible {
    package let description: String

    package init?(_ text: String) { description = text }
}

/// Asks simulated servers, which answer at once.
package final class HTTPClient {
    // One thread runs a world, and a process has one world.
    /// The status that the server at an address answers with; nil for none.
    @safe nonisolated(unsafe) package static var status: (_ url: String) -> Int? = { _ in nil }

    package struct Request: Sendable {
        package var url: HTTPURL
        package var method = "GET"
        package var headers: [String] = []
        package var body: [UInt8]?
        package var authorities: String?
        package var milliseconds: Int?

        package init(url: HTTPURL) { self.url = url }
    }

    package struct Answer: Equatable, Sendable {
        package let status: Int
        package let body: [UInt8]
    }

    package enum Fault: Error, Equatable, Sendable { case noAnswer }

    package init?() {}

    package func answer(to request: Request) throws(Fault) -> Answer {
        guard let status = Self.status(request.url.description) else { throw .noAnswer }
        return Answer(status: status, body: [])
    }
}
