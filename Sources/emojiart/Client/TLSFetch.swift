internal import Foundation
internal import FoundationNetworking
internal import Transport
internal import WebSockets

/// One HTTP request to a server that others than the system's authorities vouch for.
enum TLSFetch {
    /// Sends a request and waits for its answer.
    ///
    /// - Parameters:
    ///   - request: what is asked, of an `https` URL.
    ///   - authorities: a PEM file of who vouches for the server.
    /// - Returns: the status and the body, or why there is no whole answer.
    static func answer(
        to request: URLRequest,
        trusting authorities: String
    ) -> Result<(status: Int, body: Data), ExitStatus> {
        guard let url = request.url, let host = url.host(percentEncoded: false) else {
            return .failure(.usage("the URL names no host"))
        }
        let name = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        do throws(WebSocketError) {
            let stream = try TLSStream(host: name, port: url.port ?? 443, authorities: authorities)
            let isSent = stream.send(encoded(request, url, host: host))
            guard isSent, let answer = parsed(stream.readToEnd()) else {
                return .failure(.noConnection("incomplete answer from \(url.absoluteString)"))
            }
            return .success(answer)
        } catch {
            guard case .loopFailed(_, let reason) = error else {
                return .failure(.noConnection("\(error)"))
            }
            return .failure(.noConnection("\(url.absoluteString): \(reason)"))
        }
    }

    /// The request's bytes (RFC 9112); the connection ends with its answer.
    private static func encoded(_ request: URLRequest, _ url: URL, host: String) -> [UInt8] {
        let body = request.httpBody.map(Array.init) ?? []
        let query = url.query(percentEncoded: true).map { "?\($0)" } ?? ""
        let path = url.path(percentEncoded: true)
        let authority = url.port.map { "\(host):\($0)" } ?? host
        var head =
            "\(request.httpMethod ?? "GET") \(path.isEmpty ? "/" : path)\(query) HTTP/1.1\r\n"
        head += "Host: \(authority)\r\nConnection: close\r\n"
        if request.httpBody != nil { head += "Content-Length: \(body.count)\r\n" }
        for (name, value) in request.allHTTPHeaderFields ?? [:] { head += "\(name): \(value)\r\n" }
        return Array((head + "\r\n").utf8) + body
    }

    /// Takes an answer apart; nil unless it is whole, as its length says.
    static func parsed(_ bytes: [UInt8]) -> (status: Int, body: Data)? {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
            .components(separatedBy: "\r\n")
        let parts = lines[0].split(separator: " ")
        guard parts.count > 1, parts[0].hasPrefix("HTTP/1."), let status = Int(parts[1]) else {
            return nil
        }
        let length = lines.first { $0.lowercased().hasPrefix("content-length:") }
            .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) }
        let body = bytes[end.upperBound...]
        if let length, body.count != length { return nil }
        return (status, Data(body))
    }
}
