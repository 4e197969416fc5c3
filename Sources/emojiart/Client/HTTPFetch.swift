internal import EmojiArt
internal import Foundation
internal import HTTPClient

/// HTTP requests to a server, each waited for.
struct HTTPFetch: Sendable {
    /// Seconds for the whole of a request; 0 for no limit.
    let timeout: Double
    /// What the server is told of who asks; nil for nothing.
    let token: String?
    /// A PEM file of who vouches for the server; nil for the system's certificates.
    let authorities: String?

    /// Bytes of the longest answer: more than any document or list takes.
    private static let bodyBytesMax = 1 << 30

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
        request.method = "PUT"
        request.body = bytes
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

    private func request(_ text: String) throws(ExitStatus) -> HTTPClient.Request {
        guard let url = HTTPURL(text) else { throw .usage("not a URL: \"\(text)\"") }
        var request = HTTPClient.Request(url: url)
        if let token { request.headers.append("Authorization: Bearer \(token)") }
        request.authorities = authorities
        request.milliseconds = timeout > 0 ? max(1, Int(timeout * 1_000)) : nil
        request.bodyBytesMax = Self.bodyBytesMax
        return request
    }

    private func answer(
        to request: HTTPClient.Request,
        expecting status: Int
    ) throws(ExitStatus) -> Data {
        guard let client = HTTPClient() else { throw .noConnection("no memory") }
        let answer: HTTPClient.Answer
        do throws(HTTPClient.Fault) { answer = try client.answer(to: request) } catch {
            switch error {
            case .noAnswer(let cause, _): throw .noConnection("\(request.url): \(cause)")
            case .timeout: throw .timeout("timeout: no answer from \(request.url)")
            case .tooLong: throw .noConnection("the answer of \(request.url) is too long")
            }
        }
        guard answer.status == status else {
            let text = String(decoding: answer.body, as: UTF8.self)
                .trimmingCharacters(in: .whitespacesAndNewlines)
            throw .noConnection("HTTP status \(answer.status): \(text)")
        }
        return Data(answer.body)
    }
}
