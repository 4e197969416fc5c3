internal import EmojiArt
internal import Foundation
internal import HTTPClient
internal import Sync
internal import Wire

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

    /// Fetches what is at a URL.
    func get(_ text: String) throws(ExitStatus) -> Data {
        try answer(to: try request(text), expecting: 200)
    }

    /// Gives the server an image to keep for a document.
    ///
    /// - Returns: the URL that names it in a background.
    /// - Throws: `ExitStatus.noConnection` with the server's words when it refuses the image or has
    ///   no such document, or `.timeout`.
    func keep(_ image: [UInt8], for document: DocumentURL) throws(ExitStatus) -> BackgroundURL {
        var request = try request(document.socket.http("/documents/\(document.name)/background"))
        request.method = "PUT"
        request.body = image
        let data = try answer(to: request, expecting: 201)
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

/// What a server keeps of a document's past, fetched over HTTP.
struct PastFetch {
    let url: DocumentURL
    let fetch: HTTPFetch

    struct Kept: Decodable {
        /// The first revision whose state can be asked for.
        let first: Int
        let revision: Int
    }

    func kept() throws(ExitStatus) -> Kept {
        let data = try get("/documents/\(url.name)/history")
        guard let kept = try? JSONDecoder().decode(Kept.self, from: data), kept.first >= 0,
            kept.revision >= kept.first
        else { throw .noConnection("the server's answer does not describe a history") }
        return kept
    }

    /// Fetches the document as it was at a moment; nil for now.
    func state(at moment: Moment?) throws(ExitStatus) -> PastMoment {
        let query = moment.map { "?at=\($0.text)" } ?? ""
        let lines = Array(try get("/documents/\(url.name).snapshot\(query)"))
        var decoder = MessageDecoder()
        guard let state = PastMoment(lines.span, &decoder) else { throw Self.strange }
        return state
    }

    /// Fetches the edits after a revision and up to another, and gives `take` a page of them at a
    /// time, ascending, until that returns false.
    func edits(
        after first: Int,
        upTo last: Int,
        take: ([ServerMessage.Edit]) throws(ExitStatus) -> Bool
    ) throws(ExitStatus) {
        var after = first
        while after < last {
            let page = try page(after: after, limit: min(last - after, Self.pageEdits))
            guard let end = page.last?.revision, page.first?.revision == after + 1 else {
                throw Self.strange
            }
            guard try take(page) else { return }
            after = end
        }
    }

    private static let pageEdits = 1_000

    private func page(after: Int, limit: Int) throws(ExitStatus) -> [ServerMessage.Edit] {
        let path = "/documents/\(url.name)/edits?after=\(after)&limit=\(limit)"
        var decoder = MessageDecoder()
        var edits: [ServerMessage.Edit] = []
        for line in try get(path).split(separator: UInt8(ascii: "\n")) {
            guard case .edit(let edit) = try? decoder.serverMessage(Array(line).span) else {
                throw Self.strange
            }
            edits.append(edit)
        }
        return edits
    }

    func get(_ path: String) throws(ExitStatus) -> Data {
        try fetch.get(url.socket.http(path))
    }

    private static var strange: ExitStatus {
        .noConnection("the server's answer does not follow the protocol")
    }
}

/// Where a client has its token from, for servers that ask for one.
///
/// A file is read again whenever the client connects and before the token ends, so that whoever
/// issues tokens only has to write there.
struct TokenSource {
    /// The file; nil for `EMOJIART_TOKEN` in the environment.
    var file: String?

    /// The token as it is now; nil when there is none.
    ///
    /// - Throws: `ExitStatus.usage` when the file cannot be read.
    func read() throws(ExitStatus) -> String? {
        guard let file else {
            return ProcessInfo.processInfo.environment["EMOJIART_TOKEN"].flatMap(Self.clean)
        }
        guard let text = try? String(contentsOfFile: file, encoding: .utf8),
            let token = Self.clean(text)
        else { throw .usage("cannot read a token from \(file)") }
        return token
    }

    private static func clean(_ text: String) -> String? {
        let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return token.isEmpty || token.utf8.count > Limits.tokenBytesMax ? nil : token
    }
}
