internal import Cryptography
internal import DequeModule
internal import Foundation
internal import HTTPClient
internal import Synchronization
internal import Transport

/// Sends JSON to somebody else's server, signed if both know a secret, and hands on the answers.
///
/// Any thread; what is done with the answer runs on one of its own threads. They wait for answers,
/// and end with the process.
final class HTTPPost: Sendable {
    private struct Request: Sendable {
        let body: [UInt8]
        let headers: [String]
        let deadline: ContinuousClock.Instant
        let done: @Sendable (Result<[UInt8], HTTPPostError>) -> Void
    }

    private struct State {
        var waiting: Deque<Request> = []
        var threadCount = 0
        /// The threads that have nothing to send, or are about to take what waits.
        var idleCount = 0
    }

    private let url: HTTPURL
    private let signature: HookSignature?
    private let timeout: Duration
    private let threadsMax: Int
    private let state = Mutex(State())
    private let more = DispatchSemaphore(value: 0)

    init(url: HTTPURL, signature: HookSignature?, timeout: Duration, connectionsMax: Int) {
        self.url = url
        self.signature = signature
        self.timeout = timeout
        threadsMax = connectionsMax
    }

    func send(
        _ body: [UInt8],
        done: @escaping @Sendable (Result<[UInt8], HTTPPostError>) -> Void
    ) {
        var headers = ["Content-Type: application/json", "User-Agent: emojiart-server"]
        if let signature {
            let value = signature.value(of: body, at: Clock.milliseconds / 1_000)
            headers.append("\(HookSignature.header): \(value)")
        }
        let request = Request(
            body: body,
            headers: headers,
            deadline: ContinuousClock.now + timeout,
            done: done
        )
        let needsThread = state.withLock { state in
            state.waiting.append(request)
            let isShort = state.waiting.count > state.idleCount && state.threadCount < threadsMax
            if isShort { state.threadCount += 1 }
            return isShort
        }
        if needsThread { Thread.detachNewThread { [self] in work() } }
        more.signal()
    }

    private func work() {
        let client = HTTPClient()
        while true {
            state.withLock { $0.idleCount += 1 }
            more.wait()
            let request = state.withLock { state in
                state.idleCount -= 1
                return state.waiting.popFirst()
            }
            guard let request else { continue }
            do throws(HTTPPostError) {
                request.done(.success(try answer(to: request, of: client)))
            } catch {
                request.done(.failure(error))
            }
        }
    }

    private func answer(
        to request: Request,
        of client: HTTPClient?
    ) throws(HTTPPostError) -> [UInt8] {
        let rest = ContinuousClock.now.duration(to: request.deadline) / .milliseconds(1)
        guard let client, rest >= 1 else {
            throw HTTPPostError(description: "too many requests wait for an answer")
        }
        var post = HTTPClient.Request(url: url)
        post.method = "POST"
        post.headers = request.headers
        post.body = request.body
        post.milliseconds = Int(rest)
        let answer: HTTPClient.Answer
        do throws(HTTPClient.Fault) {
            answer = try client.answer(to: post)
        } catch {
            throw HTTPPostError(error)
        }
        guard (200..<300).contains(answer.status) else {
            throw HTTPPostError(description: "HTTP status \(answer.status)")
        }
        return answer.body
    }
}

struct HTTPPostError: Error, CustomStringConvertible {
    let description: String
}

extension HTTPPostError {
    fileprivate init(_ fault: HTTPClient.Fault) {
        switch fault {
        case .noAnswer(let cause, _): description = cause
        case .timeout: description = "no answer in time"
        case .tooLong: description = "the answer is too long"
        }
    }
}

/// Proves to whoever gets a hook's request that this server sent it.
///
/// `Emojiart-Signature: t=SECONDS,v1=HEX`, an HMAC-SHA256 of `SECONDS.BODY` with a secret that both
/// know. The time is signed with it, so that an old request cannot be sent again unnoticed.
struct HookSignature: Sendable {
    static let header = "Emojiart-Signature"

    private let codes: HMACSHA256

    init(secret: [UInt8]) { codes = HMACSHA256(secret: secret) }

    func value(of body: [UInt8], at seconds: Int) -> String {
        let code = codes.code(of: Array("\(seconds).".utf8) + body)
        return "t=\(seconds),v1=\(SHA256Digest.hexadecimal(code))"
    }
}
