import Foundation
import Synchronization
import TestKit

@testable import Cluster

/// A connection to a broker, its stream, and what was told of both.
final class Bench: Sendable {
    let broker: Broker
    let stream: OrderStream
    private let events: Collected<BrokerEvent>

    convenience init(_ server: TestBroker) throws { try self.init([server.url], replicas: 1) }

    init(_ urls: [String], replicas: Int) throws {
        let events = Collected<BrokerEvent>()
        self.events = events
        var options = BrokerOptions(urls: urls, name: "test")
        options.pingMilliseconds = 200
        broker = try Broker(options) { events.add($0) }
        stream = OrderStream(broker, replicas: replicas)
    }

    /// What became of the connection so far.
    var told: [BrokerEvent] { events.all }

    /// Waits for an answer; nil when none comes.
    func wait<Value: Sendable>(
        _ body: (@escaping @Sendable (Result<Value, BrokerError>) -> Void) -> Void
    ) -> Result<Value, BrokerError>? {
        let answers = Collected<Result<Value, BrokerError>>()
        body { answers.add($0) }
        _ = Wait.until(5) { !answers.all.isEmpty }
        return answers.all.first
    }

    /// Asks until the stream is there, which is some time after its broker is.
    func prepare(seconds: Double = 20) throws -> OrderStream.State {
        var state: OrderStream.State?
        _ = Wait.until(seconds) {
            state = try? wait { stream.prepare(until: .max, completion: $0) }?.get()
            return state != nil
        }
        guard let state else { throw TestBroker.Failed() }
        return state
    }

    func append(_ text: String, to document: String, id: String) -> Result<Int, BrokerError>? {
        wait { answer in
            let bytes = Array(text.utf8)
            stream.append(bytes, to: document, id: id, until: .max, completion: answer)
        }
    }

    /// Appends numbers without waiting for each; their places.
    func append(_ numbers: ClosedRange<Int>, to document: (Int) -> String) -> [Int] {
        let places = Collected<Int>()
        for number in numbers {
            let bytes = Array("\(number)".utf8)
            stream.append(bytes, to: document(number), id: "\(number)", until: .max) {
                if case .success(let place) = $0 { places.add(place) }
            }
        }
        _ = Wait.until(20) { places.all.count == numbers.count }
        return places.all
    }

    func trim(_ document: String, before place: Int?) -> Int? {
        try? wait { stream.trim(document, before: place, until: .max, completion: $0) }?.get()
    }

    func first(from place: Int, of document: String) -> Int? {
        let found = wait { stream.first(from: place, of: document, until: .max, completion: $0) }
        return (try? found?.get())??.sequence
    }

    /// The places of what is read at once, each of which has its own number or a long text.
    func series(after sequence: Int, of document: String) -> [Int]? {
        let found = try? wait {
            stream.series(after: sequence, of: document, until: .max, completion: $0)
        }?.get()
        let isRight = found?.allSatisfy { found in
            found.bytes.count > 100
                || String(decoding: found.bytes, as: UTF8.self) == "\(found.sequence)"
        }
        return isRight == true ? found?.map(\.sequence) : nil
    }

    /// Consumers of the stream.
    var consumerCount: Int? {
        let answer = wait { answer in
            broker.request("$JS.API.CONSUMER.NAMES.EMOJIART", [], until: .max, completion: answer)
        }
        struct Names: Decodable { let total: Int }
        guard let payload = try? answer?.get().payload else { return nil }
        return try? JSONDecoder().decode(Names.self, from: Data(payload)).total
    }

    func next(
        after sequence: Int,
        of document: String
    ) -> Result<OrderStream.Found?, BrokerError>? {
        wait { stream.next(after: sequence, of: document, until: .max, completion: $0) }
    }
}

/// What came on other threads, in its order.
final class Collected<Element: Sendable>: Sendable {
    private let list = Mutex<[Element]>([])

    var all: [Element] { list.withLock { $0 } }

    func add(_ element: Element) { list.withLock { $0.append(element) } }
}

/// Waiting for what another thread or program does.
enum Wait {
    /// Asks until the answer is yes; false when it was not within so many seconds.
    static func until(_ seconds: Double, _ question: () -> Bool) -> Bool {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < deadline {
            if question() { return true }
            Thread.sleep(forTimeInterval: 0.002)
        }
        return question()
    }
}
