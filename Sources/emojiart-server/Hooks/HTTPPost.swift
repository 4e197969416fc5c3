internal import Foundation
internal import FoundationNetworking

/// Sends JSON to somebody else's server, and hands on what comes back.
///
/// Any thread; what is done with the answer runs on a thread of the session's.
final class HTTPPost: Sendable {
    /// Bytes of an answer that are looked at; a longer one counts as none.
    private static let answerBytesMax = 65_536

    private let session: URLSession
    private let noRedirects = NoRedirects()

    /// Makes a sender.
    ///
    /// - Parameters:
    ///   - timeout: Seconds that a request may take as a whole.
    ///   - connectionsMax: Requests to one host that are under way at once; more wait.
    init(timeout: Double, connectionsMax: Int) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = timeout
        configuration.timeoutIntervalForResource = timeout
        configuration.httpMaximumConnectionsPerHost = connectionsMax
        configuration.httpShouldSetCookies = false
        session = URLSession(
            configuration: configuration,
            delegate: noRedirects,
            delegateQueue: nil
        )
    }

    /// Posts a body.
    ///
    /// - Parameters:
    ///   - body: JSON.
    ///   - url: Where to.
    ///   - headers: More headers.
    ///   - done: Called with the body of an answer of status 200 to 299, or why there is none.
    func send(
        _ body: [UInt8],
        to url: URL,
        headers: [String: String] = [:],
        done: @escaping @Sendable (Result<[UInt8], HTTPPostError>) -> Void
    ) {
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBody = Data(body)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue("emojiart-server", forHTTPHeaderField: "User-Agent")
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        session.dataTask(with: request) { data, response, error in
            guard let response = response as? HTTPURLResponse, let data else {
                return done(.failure(.noAnswer(error?.localizedDescription ?? "no answer")))
            }
            guard (200..<300).contains(response.statusCode) else {
                return done(.failure(.status(response.statusCode)))
            }
            guard data.count <= Self.answerBytesMax else { return done(.failure(.tooLong)) }
            done(.success(Array(data)))
        }.resume()
    }

    /// A hook is one address: what it says it moved to was not agreed on.
    private final class NoRedirects: NSObject, URLSessionTaskDelegate {
        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest,
            completionHandler: @escaping (URLRequest?) -> Void
        ) {
            completionHandler(nil)
        }
    }
}

/// Why a hook gave no answer that counts.
enum HTTPPostError: Error, CustomStringConvertible {
    case noAnswer(String)
    case status(Int)
    case tooLong

    var description: String {
        switch self {
        case .noAnswer(let cause): cause
        case .status(let status): "HTTP status \(status)"
        case .tooLong: "the answer is too long"
        }
    }
}
