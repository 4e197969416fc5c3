internal import WebSockets

/// No page: simulated clients bring their own.
struct Page: Sendable {
    static let shared = Page()

    func home(for request: HTTPRequest) -> HTTPResponse { .nothing }

    func file(for request: HTTPRequest) -> HTTPResponse? { nil }
}
