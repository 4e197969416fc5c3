import Foundation
import TestKit
import Testing

@testable import Cluster

/// What nodes leave for each other, at a real broker.
@Suite(.serialized) struct CheckpointStreamTests {
    private static let clock: @Sendable () -> UInt64 = { 0 }

    private func head(_ stream: CheckpointStream, _ bench: Bench) throws -> CheckpointStream.Head? {
        try bench.wait { stream.head(of: "aa", until: .max, completion: $0) }?.get()
    }

    private func write(
        _ stream: CheckpointStream,
        _ bench: Bench,
        at place: Int,
        _ bytes: [UInt8]
    ) throws {
        let head = CheckpointStream.Head(place: place, previous: place - 1, byteCount: bytes.count)
        try bench.wait { completion in
            stream.write(
                bytes,
                head,
                of: "aa",
                clock: Self.clock,
                patience: .max,
                completion: completion
            )
        }?.get()
    }

    private func read(
        _ stream: CheckpointStream,
        _ bench: Bench,
        _ head: CheckpointStream.Head
    ) -> Result<[UInt8], BrokerError>? {
        bench.wait { completion in
            stream.read(
                head,
                of: "aa",
                clock: Self.clock,
                patience: .max,
                completion: completion
            )
        }
    }

    @Test(arguments: [0, 1, 524_288, 524_289, 1_500_000])
    func `a checkpoint of any size is read back, and a newer one takes its place`(
        size: Int
    ) throws {
        let server = try TestBroker()
        let bench = try Bench(server)
        defer { bench.broker.close() }
        _ = try bench.prepare()
        let stream = CheckpointStream(bench.broker, replicas: 1)
        try bench.wait { stream.prepare(until: .max, completion: $0) }?.get()
        #expect(try head(stream, bench) == nil)
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 / 7) }
        try write(stream, bench, at: 5, bytes)
        let first = try #require(try head(stream, bench))
        #expect(first == CheckpointStream.Head(place: 5, previous: 4, byteCount: size))
        #expect(read(stream, bench, first) == .success(bytes))
        try write(stream, bench, at: 9, bytes + [1])
        let second = try #require(try head(stream, bench))
        #expect(read(stream, bench, second) == .success(bytes + [1]))
        // The pieces of the first one go soon after.
        if size > 0 {
            #expect(Wait.until(5) { (try? read(stream, bench, first)?.get()) == nil })
        }
        stream.remove("aa", until: .max)
        #expect(Wait.until(5) { (try? head(stream, bench)) == .some(nil) })
    }
}
