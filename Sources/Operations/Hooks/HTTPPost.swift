internal import DequeModule
internal import Foundation
internal import HTTPClient
internal import Synchronization

/// Sends JSON to somebody else's server, and hands on what comes back.
///
/// Any thread; what is done with the answer runs on one of its own threads. They wait for answers,
/// and end with the process.
final class HTTPPost: Sendable {
    /// A request that waits for a thread.
    private struct Request: Sendable {
        let body: [UInt8]
        let url: HTTPURL
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

    private let timeout: Duration
    private let threadsMax: Int
    private let state = Mutex(State())
    private let more = DispatchSemaphore(value: 0)

    /// Makes a sender.
    ///
    /// - Parameters:
    ///   - timeout: What a request may take as a whole, waiting included.
    ///   - connectionsMax: Requests that are under way at once; more wait.
    init(timeout: Duration, connectionsMax: Int) {
        self.timeout = timeout
        threadsMax = connectionsMax
    }

    /// Posts a body.
    ///
    /// - Parameters:
    ///   - body: JSON.
    ///   - url: Where to.
    ///   - headers: More headers.
    ///   - done: Called with the body of an answer of status 200 to 299, or why there is none.
    func send(
        _ body: [UInt8],
        to url: HTTPURL,
        headers: [String: String] = [:],
        done: @escaping @Sendable (Result<[UInt8], HTTPPostError>) -> Void
    ) {
        let request = Request(
            body: body,
            url: url,
            headers: ["Content-Type: application/json", "User-Agent: emojiart-server"]
                + headers.map { "\($0.key): \($0.value)" },
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

    /// Sends what waits, for good.
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
                request.done(.success(try Self.answer(to: request, of: client)))
            } catch {
                request.done(.failure(error))
            }
        }
    }

    private static func answer(
        to request: Request,
        of client: HTTPClient?
    ) throws(HTTPPostError) -> [UInt8] {
        let rest = ContinuousClock.now.duration(to: request.deadline) / .milliseconds(1)
        guard let client, rest >= 1 else {
            throw .noAnswer("too many requests wait for an answer")
        }
        var post = HTTPClient.Request(url: request.url)
        post.method = "POST"
        post.headers = request.headers
        post.body = request.body
        post.milliseconds = Int(rest)
        let answer: HTTPClient.Answer
        do throws(HTTPClient.Fault) {
            answer = try client.answer(to: post)
        } catch {
            switch error {
            case .noAnswer(let cause, _): throw .noAnswer(cause)
            case .timeout: throw .noAnswer("no answer in time")
            case .tooLong: throw .tooLong
            }
        }
        guard (200..<300).contains(answer.status) else { throw .status(answer.status) }
        return answer.body
    }
}

/// Why a hook gave no answer that counts.
enum HTTPPostError: Error, CustomStringConvertible {
    case noAnswer(String)
    case status(Int)
    case tooLong

    var description: String {
        switch self {
        case .noAnswer(let cause): cause
        case .status(let status): "HTTP status \(status)"
        case .tooLong: "the answer is too long"
        }
    }
}
