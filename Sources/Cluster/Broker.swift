internal import Synchronization

/// A node's connection to the brokers: requests with their answers, messages, subscriptions.
///
/// ```
/// request ─► number ─► publish, answer to INBOX.number ···► broker
/// completion ◄── of that number ◄── inbox ◄····························┘
/// ```
///
/// Nothing waits: answers come to closures, on a thread of the library. Any thread may call it.
package final class Broker: Sendable {
    /// A message's subscriber, until it is let go of.
    package struct Subscription: Sendable {
        private let native: NativeSubscription

        init(_ native: NativeSubscription) { self.native = native }
    }

    private typealias Completion = @Sendable (Result<BrokerMessage, BrokerError>) -> Void

    /// What waits for its answer, or for the last one.
    private struct Request {
        let deadline: UInt64
        let completion: Completion
        /// Where many answers come to; it ends with the request.
        var answers: NativeSubscription?
    }

    private struct State {
        var isConnected = false
        var lastNumber = 0
        var requests: [Int: Request] = [:]
        var inbox: NativeSubscription?
    }

    private let native: NativeBroker
    private let handler: Handler
    private let inbox: String
    private let shared: Shared

    /// What callbacks of the library reach while the broker is being made, and after.
    private final class Shared: Sendable {
        let state = Mutex(State())

        /// Answers a request, if it waits still.
        func answer(_ number: Int, _ result: Result<BrokerMessage, BrokerError>) {
            state.withLock { $0.requests.removeValue(forKey: number) }?.completion(result)
        }

        /// Answers all requests that fulfil a condition.
        func fail(_ error: BrokerError, where isMeant: (UInt64) -> Bool) {
            let failed = state.withLock { state in
                let failed = state.requests.filter { isMeant($0.value.deadline) }
                for number in failed.keys { state.requests[number] = nil }
                return failed
            }
            for request in failed.sorted(by: { $0.key < $1.key }) {
                request.value.completion(.failure(error))
            }
        }
    }

    /// Begins to connect; requests fail until there is a connection.
    ///
    /// - Parameters:
    ///   - options: where the brokers are.
    ///   - onEvent: is told what becomes of the connection, on a thread of the library.
    /// - Throws: `failed` when the options are none.
    package init(
        _ options: BrokerOptions,
        onEvent: @escaping @Sendable (BrokerEvent) -> Void
    ) throws(BrokerError) {
        let shared = Shared()
        self.shared = shared
        handler = Handler { event in
            shared.state.withLock { $0.isConnected = event == .connected }
            if event == .disconnected { shared.fail(.disconnected) { _ in true } }
            onEvent(event)
        }
        inbox = try NativeBroker.makeInbox()
        native = try NativeBroker(options, handler)
        let prefix = inbox.utf8.count + 1
        let answers = try native.subscribe(inbox + ".*") { message in
            guard let number = Int(message.subject.dropFirst(prefix)) else { return }
            let isNobody = message.status == 503
            shared.answer(number, isNobody ? .failure(.unavailable) : .success(message))
        }
        shared.state.withLock { $0.inbox = answers }
    }

    /// Whether there is a connection now.
    package var isConnected: Bool { shared.state.withLock { $0.isConnected } }

    /// Asks for something.
    ///
    /// - Parameters:
    ///   - subject: what answers.
    ///   - payload: what is asked.
    ///   - id: by which a stream knows a second one of it; nil for none.
    ///   - deadline: until when the answer is waited for, by the clock of `expire(now:)`.
    ///   - completion: gets the answer, once.
    package func request(
        _ subject: String,
        _ payload: [UInt8],
        id: String? = nil,
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<BrokerMessage, BrokerError>) -> Void
    ) {
        // The library would keep it for the next connection, when nobody waits for its answer.
        guard let number = begin(until: deadline, completion) else {
            return completion(.failure(.disconnected))
        }
        do throws(BrokerError) {
            try native.publish(payload, to: subject, reply: "\(inbox).\(number)", id: id)
        } catch {
            shared.answer(number, .failure(error))
        }
    }

    /// Asks for something that many messages answer.
    ///
    /// - Parameters:
    ///   - subject: what answers.
    ///   - payload: what is asked.
    ///   - deadline: until when the last answer is waited for, by the clock of `expire(now:)`.
    ///   - receive: is given each answer, on a thread of the library, and says whether it is the
    ///     last.
    ///   - completion: gets the last answer, once.
    package func gather(
        _ subject: String,
        _ payload: [UInt8],
        until deadline: UInt64,
        receive: @escaping @Sendable (BrokerMessage) -> Bool,
        completion: @escaping @Sendable (Result<BrokerMessage, BrokerError>) -> Void
    ) {
        guard let number = begin(until: deadline, completion) else {
            return completion(.failure(.disconnected))
        }
        // Another part than the others' answers, which the inbox would get as well.
        let place = "\(inbox).\(number).all"
        do throws(BrokerError) {
            let answers = try native.subscribe(place) { [shared] message in
                if receive(message) { shared.answer(number, .success(message)) }
            }
            shared.state.withLock { $0.requests[number]?.answers = answers }
            try native.publish(payload, to: subject, reply: place, id: nil)
        } catch {
            shared.answer(number, .failure(error))
        }
    }

    /// The number of a request that waits from now on; nil when there is no connection.
    private func begin(until deadline: UInt64, _ completion: @escaping Completion) -> Int? {
        shared.state.withLock { state in
            guard state.isConnected else { return nil }
            state.lastNumber += 1
            state.requests[state.lastNumber] = Request(deadline: deadline, completion: completion)
            return state.lastNumber
        }
    }

    /// Gives up on answers that did not come in time.
    ///
    /// - Complexity: O(requests that wait).
    package func expire(now: UInt64) { shared.fail(.timedOut) { $0 <= now } }

    /// Tells whoever has subscribed; nobody when there is no connection.
    package func publish(_ payload: [UInt8], to subject: String) {
        guard isConnected else { return }
        // What is told this way may be lost: its next news makes up for it.
        try? native.publish(payload, to: subject, reply: nil, id: nil)
    }

    /// Has a closure told of messages, on a thread of the library, until what is returned is let
    /// go of.
    ///
    /// - Parameters:
    ///   - subject: which messages; `*` stands for one part of it.
    ///   - receive: is given each.
    /// - Returns: the subscription.
    /// - Throws: `failed`.
    package func subscribe(
        _ subject: String,
        _ receive: @escaping @Sendable (BrokerMessage) -> Void
    ) throws(BrokerError) -> Subscription {
        Subscription(try native.subscribe(subject, receive))
    }

    /// Ends the connection, once.
    ///
    /// Requests that wait are answered with `disconnected`.
    package func close() {
        shared.state.withLock { $0.inbox = nil }
        native.close(handler)
        shared.fail(.disconnected) { _ in true }
    }
}
