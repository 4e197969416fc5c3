import HTTPClient
import Testing

// What the operator of this machine asks.
extension LiveServer {
    var socket: String { data + "/admin.sock" }

    /// Runs a command of `emojiart-server` that asks the running one.
    func command(_ arguments: String..., on socket: String? = nil) throws -> Program.Run {
        let place = socket.map { ["--socket", $0] } ?? ["--data", data]
        return try Program.server(arguments + place)
    }

    func ask(
        _ method: String,
        _ target: String,
        headers: [String] = []
    ) throws -> (status: Int, body: String) {
        var request = HTTPClient.Request(url: try #require(HTTPURL("http://local\(target)")))
        request.method = method
        request.headers = headers
        request.body = method == "POST" ? [] : nil
        request.socket = socket
        request.milliseconds = 30_000
        request.bodyBytesMax = 1 << 26
        let answer = try #require(HTTPClient()).answer(to: request)
        return (answer.status, String(decoding: answer.body, as: UTF8.self))
    }

    /// The figures of the server, by name and labels.
    func metrics() throws -> [String: Double] {
        let (status, body) = try ask("GET", "/metrics")
        try #require(status == 200)
        let lines = body.split(separator: "\n").filter { !$0.hasPrefix("#") }
        let figures = lines.compactMap { line -> (String, Double)? in
            guard let space = line.lastIndex(of: " "),
                let value = Double(line[line.index(after: space)...])
            else { return nil }
            return (String(line[..<space]), value)
        }
        try #require(figures.count == lines.count)
        return Dictionary(uniqueKeysWithValues: figures)
    }
}
