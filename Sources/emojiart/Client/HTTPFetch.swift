internal import EmojiArt
internal import Foundation
internal import FoundationNetworking
internal import Synchronization

/// HTTP requests to a server, each waited for.
struct HTTPFetch: Sendable {
    /// Seconds for the whole of a request; 0 for no limit.
    let timeout: Double
    /// What the server is told of who asks; nil for nothing.
    let token: String?
    /// A PEM file of who vouches for the server; nil for the system's certificates.
    let authorities: String?

    /// Fetches a URL.
    ///
    /// - Parameter text: the URL.
    /// - Returns: the body of an answer with status 200.
    /// - Throws: `ExitStatus.noConnection`, or `.timeout`.
    func get(_ text: String) throws(ExitStatus) -> Data {
        try answer(to: try request(text), expecting: 200)
    }

    /// Sends bytes to a URL.
    ///
    /// - Parameters:
    ///   - bytes: what is sent.
    ///   - text: the URL.
    /// - Returns: the body of an answer with status 201.
    /// - Throws: `ExitStatus.noConnection`, or `.timeout`.
    func put(_ bytes: [UInt8], to text: String) throws(ExitStatus) -> Data {
        var request = try request(text)
        request.httpMethod = "PUT"
        request.httpBody = Data(bytes)
        return try answer(to: request, expecting: 201)
    }

    /// Gives the server an image to keep for a document.
    ///
    /// - Returns: the URL that names it in a background.
    /// - Throws: `ExitStatus.noConnection` with the server's words when it refuses the image or has
    ///   no such document, or `.timeout`.
    func keep(_ image: [UInt8], for document: DocumentURL) throws(ExitStatus) -> BackgroundURL {
        let data = try put(image, to: document.http("/documents/\(document.name)/background"))
        guard let answer = try? JSONDecoder().decode(KeptImage.self, from: data),
            let url = BackgroundURL(answer.url)
        else { throw .noConnection("the server's answer lacks the URL of the image") }
        return url
    }

    private struct KeptImage: Decodable {
        let url: String
    }

    private func request(_ text: String) throws(ExitStatus) -> URLRequest {
        guard let url = URL(string: text) else { throw .usage("not a URL: \"\(text)\"") }
        var request = URLRequest(url: url)
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        return request
    }

    private func answer(
        to request: URLRequest,
        expecting status: Int
    ) throws(ExitStatus) -> Data {
        let answer = Answer(expecting: status)
        let done = DispatchSemaphore(value: 0)
        if let authorities, request.url?.scheme == "https" {
            // URLSession knows the system's certificates alone. Who waits no longer leaves the
            // thread to the end of the program.
            Thread {
                answer.set(TLSFetch.answer(to: request, trusting: authorities))
                done.signal()
            }.start()
        } else {
            send(request, to: answer, done)
        }
        if timeout > 0 {
            guard done.wait(timeout: .now() + timeout) == .success else {
                throw .timeout("timeout: no answer from \(request.url?.absoluteString ?? "")")
            }
        } else {
            done.wait()
        }
        return try answer.get()
    }

    private func send(_ request: URLRequest, to answer: Answer, _ done: DispatchSemaphore) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForResource = timeout > 0 ? timeout : .infinity
        let session = URLSession(configuration: configuration)
        session.dataTask(with: request) { data, response, error in
            if let data, let response = response as? HTTPURLResponse {
                answer.set(.success((response.statusCode, data)))
            } else {
                answer.set(.failure(.noConnection(error?.localizedDescription ?? "no answer")))
            }
            done.signal()
        }.resume()
    }

    /// What came, handed from the session's thread to ours.
    private final class Answer: Sendable {
        private let status: Int
        private let result = Mutex<Result<Data, ExitStatus>?>(nil)

        init(expecting status: Int) {
            self.status = status
        }

        func set(_ found: Result<(status: Int, body: Data), ExitStatus>) {
            let new: Result<Data, ExitStatus> = found.flatMap { status, body in
                if status == self.status { return .success(body) }
                let text = String(decoding: body, as: UTF8.self)
                return .failure(
                    .noConnection(
                        "HTTP status \(status): "
                            + text.trimmingCharacters(in: .whitespacesAndNewlines)
                    )
                )
            }
            result.withLock { $0 = new }
        }

        func get() throws(ExitStatus) -> Data {
            guard let result = result.withLock({ $0 }) else { throw .noConnection("no answer") }
            return try result.get()
        }
    }
}
