internal import Foundation
internal import FoundationNetworking
internal import Synchronization

/// One HTTP request, waited for.
enum HTTPFetch {
    /// Fetches a URL.
    ///
    /// - Parameters:
    ///   - text: the URL.
    ///   - timeout: seconds for the whole of it; 0 for no limit.
    /// - Returns: the body of an answer with status 200.
    /// - Throws: `ExitStatus.noConnection`, or `.timeout`.
    static func get(_ text: String, timeout: Double) throws(ExitStatus) -> Data {
        try answer(to: try request(text), timeout: timeout, expecting: 200)
    }

    /// Sends bytes to a URL.
    ///
    /// - Parameters:
    ///   - bytes: what is sent.
    ///   - text: the URL.
    ///   - timeout: seconds for the whole of it; 0 for no limit.
    /// - Returns: the body of an answer with status 201.
    /// - Throws: `ExitStatus.noConnection`, or `.timeout`.
    static func put(
        _ bytes: [UInt8],
        to text: String,
        timeout: Double
    ) throws(ExitStatus) -> Data {
        var request = try request(text)
        request.httpMethod = "PUT"
        request.httpBody = Data(bytes)
        return try answer(to: request, timeout: timeout, expecting: 201)
    }

    private static func request(_ text: String) throws(ExitStatus) -> URLRequest {
        guard let url = URL(string: text) else { throw .usage("\(text) is no URL") }
        return URLRequest(url: url)
    }

    private static func answer(
        to request: URLRequest,
        timeout: Double,
        expecting status: Int
    ) throws(ExitStatus) -> Data {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForResource = timeout > 0 ? timeout : .infinity
        let session = URLSession(configuration: configuration)
        let answer = Answer(expecting: status)
        let done = DispatchSemaphore(value: 0)
        session.dataTask(with: request) { data, response, error in
            answer.set(data, response as? HTTPURLResponse, error)
            done.signal()
        }.resume()
        if timeout > 0 {
            guard done.wait(timeout: .now() + timeout) == .success else {
                throw .timeout("timeout: no answer from \(request.url?.absoluteString ?? "")")
            }
        } else {
            done.wait()
        }
        return try answer.get()
    }

    /// What came, handed from the session's thread to ours.
    private final class Answer: Sendable {
        private let status: Int
        private let result = Mutex<Result<Data, ExitStatus>?>(nil)

        init(expecting status: Int) {
            self.status = status
        }

        func set(_ data: Data?, _ response: HTTPURLResponse?, _ error: (any Error)?) {
            let new: Result<Data, ExitStatus>
            if let data, response?.statusCode == status {
                new = .success(data)
            } else if let response {
                let text = data.flatMap { String(data: $0, encoding: .utf8) } ?? ""
                new = .failure(
                    .noConnection(
                        "HTTP status \(response.statusCode): "
                            + text.trimmingCharacters(in: .whitespacesAndNewlines)
                    )
                )
            } else {
                new = .failure(.noConnection(error?.localizedDescription ?? "no answer"))
            }
            result.withLock { $0 = new }
        }

        func get() throws(ExitStatus) -> Data {
            guard let result = result.withLock({ $0 }) else { throw .noConnection("no answer") }
            return try result.get()
        }
    }
}
