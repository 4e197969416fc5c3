internal import ArgumentParser
internal import EmojiArt
internal import Foundation
internal import HTTPClient
internal import Operations

/// Asks the running server, and says what went wrong in words that lead on.
struct OperatorClient {
    let socket: String
    /// Seconds that an answer may take.
    private static let timeoutSeconds = 30

    /// Bytes of the longest answer: more than a list of any number of documents takes.
    private static let bodyBytesMax = 1 << 30

    /// Asks, and gives the body of the answer.
    ///
    /// - Throws: an exit code of sysexits.h, once standard error says why.
    func ask(_ method: String, _ target: String) throws -> Data {
        guard let url = HTTPURL("http://local\(target)"), let client = HTTPClient() else {
            throw OperatorExit.tell("no request can be made of \(target)", 70)
        }
        var request = HTTPClient.Request(url: url)
        request.method = method
        request.body = method == "POST" ? [] : nil
        request.socket = socket
        request.milliseconds = Self.timeoutSeconds * 1_000
        request.bodyBytesMax = Self.bodyBytesMax
        let answer: HTTPClient.Answer
        do throws(HTTPClient.Fault) { answer = try client.answer(to: request) } catch {
            throw failure(error)
        }
        guard answer.status >= 300 else { return Data(answer.body) }
        let text = String(decoding: answer.body, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        throw OperatorExit.tell(text, Self.exitCode(of: answer.status))
    }

    func get<Value: Decodable>(_ type: Value.Type, _ target: String) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: ask("GET", target))
        } catch let error as DecodingError {
            throw OperatorExit.tell("cannot read the server's answer: \(error)", 76)
        }
    }

    func pass(_ target: String) throws {
        try FileHandle.standardOutput.write(contentsOf: ask("GET", target))
    }

    private func failure(_ fault: HTTPClient.Fault) -> ExitCode {
        let (text, code): (String, Int32) =
            switch fault {
            case .noAnswer(_, ENOENT), .noAnswer(_, ECONNREFUSED), .noAnswer(_, ENOTDIR):
                (
                    "no server listens on \(socket): is it running with that data directory? "
                        + "see --data and --socket", 69
                )
            case .noAnswer(_, EACCES), .noAnswer(_, EPERM):
                (
                    "\(socket): permission denied; only root and the server's user may use this "
                        + "socket", 77
                )
            case .noAnswer(let cause, _): ("the server does not answer: \(socket): \(cause)", 75)
            case .timeout: ("the server does not answer within \(Self.timeoutSeconds) s", 75)
            case .tooLong: ("the server's answer is too long", 76)
            }
        return OperatorExit.tell(text, code)
    }

    static func exitCode(of status: Int) -> Int32 {
        switch status {
        case 400: 64  // EX_USAGE
        case 404: 66  // EX_NOINPUT
        case 409: 73  // EX_CANTCREAT
        case 423, 503: 75  // EX_TEMPFAIL
        default: 70  // EX_SOFTWARE
        }
    }
}

struct OperatorOptions: ParsableArguments {
    @Option(help: "The server's operator socket (default: as in its settings).")
    var socket: String?

    @Option(help: "The server's data directory (default: as in its settings).")
    var data: String?

    @Option(help: "The server's settings file; environment variables apply as for the server.")
    var config: String?

    @Flag(help: "Print JSON.") var json = false

    static func name(_ text: String) throws -> DocumentName {
        guard let name = DocumentName(text) else {
            throw ValidationError("'\(text)' is not a document name: use a-z 0-9 - _")
        }
        return name
    }

    func act(
        on document: DocumentName,
        method: String = "POST",
        _ action: String = "",
        _ result: String,
        _ text: String
    ) throws {
        _ = try client().ask(method, "/admin/documents/\(document)\(action)")
        print(json ? #"{"document":"\#(document)","result":"\#(result)"}"# : text)
    }

    /// The way to the server.
    ///
    /// - Throws: an exit code, EX_CONFIG, when the settings name no socket.
    func client() throws -> OperatorClient {
        if let path = try socket ?? settings().adminSocketPath {
            return OperatorClient(socket: path)
        }
        throw OperatorExit.tell(
            "the server's settings have no admin-socket: set a path and restart the server",
            78
        )
    }

    func settings() throws -> ServerOptions {
        let given = [("--data", data), ("--config", config)]
        let flags = try ServerFlags.parse(
            given.flatMap { name, value in value.map { [name, $0] } ?? [] }
        )
        return try EffectiveConfiguration.read(flags).options
    }
}
