internal import ArgumentParser
internal import EmojiArt
internal import Foundation
internal import Hosting
internal import Operations
internal import Transport
internal import WebSockets

/// Asks the running server, and says what went wrong in words that lead on.
struct OperatorClient {
    private let client: UnixClient

    init(_ client: UnixClient) { self.client = client }

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
        let answer: UnixClient.Answer
        do throws(UnixSocketError) { answer = try client.request(method, target) } catch {
            throw Self.failure(error)
        }
        guard answer.status >= 300 else { return Data(answer.body) }
        let text = String(decoding: answer.body, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        throw Self.fail(text, Self.exitCode(of: answer.status))
    }

    /// Asks for a value.
    func get<Value: Decodable>(_ type: Value.Type, _ target: String) throws -> Value {
        do { return try JSONDecoder().decode(type, from: ask("GET", target)) } catch let error
            as DecodingError
        {
            throw Self.fail("cannot read the server's answer: \(error)", 76)
        }
    }

    /// Says why the server cannot be asked.
    static func failure(_ error: UnixSocketError) -> ExitCode {
        if error.isNobodyThere {
            return fail(
                "no server listens on \(error.path): is it running with that data directory? "
                    + "see --data and --socket",
                69
            )
        }
        if error.isForbidden {
            return fail("\(error); only root and the server's user may use this socket", 77)
        }
        return fail("the server does not answer: \(error)", 75)
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

    /// Tells an operator the cause and the next step.
    static func fail(_ text: String, _ code: Int32) -> ExitCode {
        try? FileHandle.standardError.write(contentsOf: Data("emojiart-server: \(text)\n".utf8))
        return ExitCode(code)
    }
}
