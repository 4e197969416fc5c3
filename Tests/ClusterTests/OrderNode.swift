import Dispatch
import EmojiArt
import Foundation
import Sync
import Wire

@testable import Cluster

/// A node's part in the order of one document, over a real broker: what a server does, on a queue
/// of its own in place of its loop.
final class OrderNode: @unchecked Sendable {
    /// What the order brought, in its order.
    struct Applied: Equatable, Sendable {
        let sequence: Int
        let entries: [Entry]
    }

    private let queue: DispatchQueue
    private let document: String
    private var sequencer: Sequencer<Entry>
    private var broker: Broker?
    private var stream: OrderStream?
    private var subscription: Broker.Subscription?
    private var applied: [Applied] = []
    private var fault: SequencerFault?
    private var timer: (any DispatchSourceTimer)?

    /// Follows a document from the beginning of its order; the stream is there.
    init(
        _ number: UInt64,
        of document: String,
        at urls: [String],
        replicas: Int = 1
    ) throws {
        queue = DispatchQueue(label: "node \(number)")
        self.document = document
        sequencer = Sequencer<Entry>(node: number, after: .start)
        var options = BrokerOptions(urls: urls, name: "node \(number)")
        options.pingMilliseconds = 200
        let broker = try Broker(options) { [weak self] event in
            self?.queue.async { [weak self] in self?.receive(event) }
        }
        let stream = OrderStream(broker, replicas: replicas)
        let subscription = try stream.follow(document) { [weak self] found, previous in
            self?.change { $0.deliver(found.bytes, at: found.sequence, after: previous) }
        }
        queue.sync {
            self.broker = broker
            self.stream = stream
            self.subscription = subscription
            // The first connection may be there already, from before there was a queue to tell.
            if broker.isConnected { receive(.connected) }
            let timer = DispatchSource.makeTimerSource(queue: queue)
            timer.schedule(deadline: .now(), repeating: .milliseconds(10))
            timer.setEventHandler { [weak self] in self?.tick() }
            timer.activate()
            self.timer = timer
        }
    }

    /// Has an entry given its place.
    func add(_ entry: Entry) { change { $0.add(entry) } }

    /// What was applied so far.
    var history: [Applied] { queue.sync { applied } }

    /// Why it stopped; nil while it goes on.
    var broken: SequencerFault? { queue.sync { fault } }

    /// Whether it has all that there is, and nothing of its own waits.
    var isSettled: Bool {
        queue.sync { sequencer.isCurrent && sequencer.pendingCount == 0 }
    }

    /// Ends its connection.
    func close() {
        let broker = queue.sync {
            timer?.cancel()
            subscription = nil
            return self.broker
        }
        broker?.close()
    }

    private var now: UInt64 { DispatchTime.now().uptimeNanoseconds / 1_000_000 }

    private func receive(_ event: BrokerEvent) {
        switch event {
        case .connected: sequencer.connect(now: now)
        case .disconnected: sequencer.disconnect()
        }
        carryOut()
    }

    private func change(_ body: @escaping @Sendable (inout Sequencer<Entry>) -> Void) {
        queue.async { [weak self] in
            guard let self else { return }
            body(&sequencer)
            carryOut()
        }
    }

    private func tick() {
        broker?.expire(now: now)
        guard let due = sequencer.wakeAt, due <= now else { return }
        sequencer.wake(now: now)
        carryOut()
    }

    private func carryOut() {
        while let delivery = sequencer.next() {
            applied.append(
                Applied(sequence: delivery.sequence, entries: delivery.batch.entries)
            )
            var digest = Digest()
            digest.combine(bytes: Array("\(sequencer.position) \(delivery)".utf8).span)
            sequencer.applied(delivery, chain: digest.value)
        }
        let effects = sequencer.effects
        sequencer.effects = []
        for effect in effects { carryOut(effect) }
    }

    private func carryOut(_ effect: SequencerEffect) {
        switch effect {
        case .publish(let number, let message):
            let id = "\(document).\(queue.label).\(number)"
            stream?.append(message, to: document, id: id, until: now + 2_000) {
                [weak self] result in
                let place = try? result.get()
                self?.change { $0.published(number, as: place) }
            }
        case .read(let place, expectsMore: true):
            stream?.series(after: place, of: document, until: now + 1_000) { [weak self] result in
                let found = (try? result.get()) ?? []
                self?.change { $0.read(found.map { ($0.bytes, $0.sequence) }) }
            }
        case .read(let place, expectsMore: false):
            stream?.next(after: place, of: document, until: now + 2_000) { [weak self] result in
                let found = (try? result.get()).flatMap { $0 }
                self?.change { $0.read(found.map { [($0.bytes, $0.sequence)] } ?? []) }
            }
        case .verify(let place):
            stream?.first(from: place, of: document, until: now + 2_000) { [weak self] result in
                let answer: OrderAnswer =
                    switch result {
                    case .success(let found?): .found(found.bytes, found.sequence)
                    case .success(nil): .nothing
                    case .failure: .unknown
                    }
                self?.change { $0.verified(answer) }
            }
        case .question: change { $0.confirmed() }
        case .current: break
        case .broken(let fault): self.fault = fault
        }
    }
}
