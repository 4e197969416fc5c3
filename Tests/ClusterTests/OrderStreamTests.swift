import Foundation
import TestKit
import Testing

@testable import Cluster

/// The order of documents, at a real broker.
@Suite(.serialized) struct OrderStreamTests {
    private static func text(_ found: OrderStream.Found?) -> String? {
        found.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test func `batches get places, are read back in order, and each document has its own`() throws
    {
        let server = try TestBroker()
        let bench = try Bench(server)
        defer { bench.broker.close() }
        let state = try bench.prepare()
        #expect(state.lastSequence == 0 && state.replicas == 1)
        #expect(bench.append("one", to: "aa", id: "aa.1") == .success(1))
        #expect(bench.append("other", to: "bb", id: "bb.1") == .success(2))
        #expect(bench.append("two", to: "aa", id: "aa.2") == .success(3))
        // Sent again: it keeps its place.
        #expect(bench.append("one", to: "aa", id: "aa.1") == .success(1))
        let first = try bench.next(after: 0, of: "aa")?.get()
        #expect(Self.text(first) == "one" && first?.sequence == 1)
        let second = try bench.next(after: 1, of: "aa")?.get()
        #expect(Self.text(second) == "two" && second?.sequence == 3)
        #expect(try bench.next(after: 3, of: "aa")?.get() == .some(nil))
        #expect(try bench.prepare().created == state.created, "it is there already")
    }

    @Test func `many batches are read at once, in order, and the rest the next time`() throws {
        let server = try TestBroker()
        let bench = try Bench(server)
        defer { bench.broker.close() }
        _ = try bench.prepare()
        let countMax = StreamSeries.countMax
        let appended = bench.append(1...countMax + 9) { $0.isMultiple(of: 100) ? "bb" : "aa" }
        #expect(appended == Array(1...countMax + 9))
        let (own, others) = (1...countMax + 9).reduce(into: ([Int](), [Int]())) {
            if $1.isMultiple(of: 100) { $0.1.append($1) } else { $0.0.append($1) }
        }
        #expect(bench.series(after: 0, of: "aa") == Array(own.prefix(countMax)))
        #expect(bench.series(after: own[299], of: "aa") == Array(own[300...]))
        #expect(bench.series(after: 0, of: "bb") == others)
        #expect(bench.series(after: own.last ?? 0, of: "aa") == [])
        #expect(bench.series(after: 0, of: "cc") == [])
        #expect(Wait.until(10) { bench.consumerCount == 0 }, "no consumer is left")
    }

    @Test func `an answer of many batches has as many bytes as it may, and one at least`() throws {
        let server = try TestBroker()
        let bench = try Bench(server)
        defer { bench.broker.close() }
        _ = try bench.prepare()
        let text = String(repeating: "x", count: 400_000)
        for number in 1...4 {
            #expect(bench.append(text, to: "aa", id: "\(number)") == .success(number))
        }
        #expect(bench.series(after: 0, of: "aa") == [1, 2])
        #expect(bench.series(after: 2, of: "aa") == [3, 4])
    }

    @Test func `batches before a place go, and no others`() throws {
        let server = try TestBroker()
        let bench = try Bench(server)
        defer { bench.broker.close() }
        _ = try bench.prepare()
        for number in 1...6 {
            let document = number == 3 ? "bb" : "aa"
            #expect(bench.append("\(number)", to: document, id: "\(number)") == .success(number))
        }
        // What the broker takes for no bound is one to whoever asks.
        #expect(bench.trim("aa", before: 1) == 0)
        #expect(bench.first(from: 0, of: "aa") == 1)
        #expect(bench.trim("aa", before: 4) == 2)
        #expect(bench.first(from: 0, of: "aa") == 4)
        #expect(bench.first(from: 5, of: "aa") == 5)
        #expect(bench.first(from: 7, of: "aa") == nil)
        #expect(bench.first(from: 0, of: "bb") == 3)
        #expect(bench.trim("aa", before: nil) == 3)
        #expect(bench.first(from: 0, of: "aa") == nil)
        #expect(bench.first(from: 0, of: "bb") == 3)
    }

    @Test func `who follows a document is told its batches, with their places`() throws {
        let server = try TestBroker()
        let bench = try Bench(server)
        defer { bench.broker.close() }
        _ = try bench.prepare()
        let told = Collected<String>()
        var subscription: Broker.Subscription? = try bench.stream.follow("aa") { found, previous in
            told.add("\(Self.text(found) ?? "") \(found.sequence) \(previous)")
        }
        for (number, document) in ["aa", "bb", "aa"].enumerated() {
            let id = "\(document).\(number)"
            #expect(bench.append("\(number)", to: document, id: id) == .success(number + 1))
        }
        #expect(Wait.until(10) { told.all == ["0 1 0", "2 3 1"] })
        subscription = nil
        #expect(subscription == nil)
        #expect(bench.append("3", to: "aa", id: "aa.3") == .success(4))
        #expect(told.all.count == 2)
    }

    @Test func `a broker that dies loses nothing that was answered, and is found again`() throws {
        let server = try TestBroker()
        let bench = try Bench(server)
        defer { bench.broker.close() }
        let state = try bench.prepare()
        for number in 1...50 {
            #expect(bench.append("\(number)", to: "aa", id: "\(number)") == .success(number))
        }
        server.kill()
        #expect(Wait.until(10) { !bench.broker.isConnected })
        #expect(bench.append("51", to: "aa", id: "51") == .failure(.disconnected))
        try server.start()
        #expect(Wait.until(10) { bench.broker.isConnected })
        #expect(bench.told == [.connected, .disconnected, .connected])
        let found = try bench.prepare()
        #expect(found.created == state.created && found.lastSequence == 50)
        #expect(bench.append("50", to: "aa", id: "50") == .success(50), "it knows the id")
        #expect(bench.append("51", to: "aa", id: "51") == .success(51))
    }

    @Test func `a broker that lost its store has another stream`() throws {
        let server = try TestBroker()
        let bench = try Bench(server)
        defer { bench.broker.close() }
        let state = try bench.prepare()
        #expect(bench.append("1", to: "aa", id: "1") == .success(1))
        server.kill()
        try server.wipe()
        try server.start()
        let other = try bench.prepare()
        #expect(other.created != state.created && other.lastSequence == 0)
    }

    @Test func `a stream says among how many it is`() throws {
        let server = try TestBroker()
        let bench = try Bench(server)
        #expect(try bench.prepare().count == 1)
        for count in [3, 2] {
            let stream = OrderStream(bench.broker, name: "OTHER", replicas: 1, among: count)
            // Whoever made it first has said so.
            let state = try bench.wait { stream.prepare(until: .max, completion: $0) }?.get()
            #expect(state?.count == 3)
        }
    }

    @Test func `a node that is there before its brokers connects when they are`() throws {
        let server = try TestBroker()
        server.kill()
        let bench = try Bench(server)
        defer { bench.broker.close() }
        #expect(!bench.broker.isConnected)
        #expect(bench.append("1", to: "aa", id: "1") == .failure(.disconnected))
        try server.start()
        _ = try bench.prepare()
        #expect(bench.append("1", to: "aa", id: "1") == .success(1))
    }

    @Test func `what is not answered in time is given up, and a broker without streams says so`()
        throws
    {
        let server = try TestBroker()
        let bench = try Bench(server)
        defer { bench.broker.close() }
        #expect(Wait.until(10) { bench.broker.isConnected })
        let silence = try bench.broker.subscribe("nobody.answers") { _ in }
        let answer = bench.wait { answer in
            bench.broker.request("nobody.answers", [], until: 100) { answer($0.map(\.payload)) }
            bench.broker.expire(now: 99)
            bench.broker.expire(now: 100)
        }
        #expect(answer == .failure(.timedOut))
        withExtendedLifetime(silence) {}
        let nobody = bench.wait { answer in
            bench.broker.request("nobody.is.there", [], until: .max) { answer($0.map(\.payload)) }
        }
        #expect(nobody == .failure(.unavailable))
    }
}
