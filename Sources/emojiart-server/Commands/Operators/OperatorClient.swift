internal import ArgumentParser
internal import EmojiArt
internal import Foundation
internal import HTTPClient
internal import Operations

/// Asks the running server, and says what went wrong in words that lead on.
struct OperatorClient {
    let socket: String
    let timeoutSeconds: Int

    /// Bytes of the longest answer: more than a list of any number of documents takes.
    private static let bodyBytesMax = 1 << 30

    /// Asks for something of one document.
    @discardableResult
    func ask(
        _ method: String,
        _ document: DocumentName,
        _ action: String = "",
        query: String = ""
    ) throws -> Data {
        try ask(method, "/admin/documents/\(document)\(action)\(query)")
    }

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
        request.milliseconds = timeoutSeconds * 1_000
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
        do { return try JSONDecoder().decode(type, from: ask("GET", target)) } catch let error
            as DecodingError
        {
            throw OperatorExit.tell("cannot read the server's answer: \(error)", 76)
        }
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
            case .timeout: ("the server does not answer within \(timeoutSeconds) s", 75)
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
