import EmojiArt
import TestKit
import Wire

@testable import Sync

/// An order that many nodes share, over a network that loses, doubles and delays.
///
/// What it takes it keeps; other documents take places in between.
final class ModelOrder {
    /// A node: its way in and out, and what came of it.
    final class Node {
        var sequencer: Sequencer<Entry>
        var applied: [Int] = []
        var added = 0
        var isConnected = false

        /// Whether it knows all that there is, and nothing of its own waits.
        var isSettled: Bool { sequencer.isCurrent && sequencer.pendingCount == 0 }

        init(_ number: Int) {
            sequencer = Sequencer<Entry>(node: UInt64(number + 1), after: .start)
        }
    }

    private enum Mail {
        case publish(node: Int, number: Int, [UInt8])
        case answer(node: Int, number: Int, sequence: Int)
        case live(node: Int, index: Int)
        case read(node: Int, after: Int, expectsMore: Bool)
        case found(node: Int, indices: Range<Int>)
        case verify(node: Int, place: Int)
        case verified(node: Int, OrderAnswer)

        var node: Int {
            switch self {
            case .publish(let node, _, _), .answer(let node, _, _), .live(let node, _),
                .read(let node, _, _), .found(let node, _), .verify(let node, _),
                .verified(let node, _):
                node
            }
        }
    }

    let nodes: [Node]
    private(set) var batches: [(sequence: Int, bytes: [UInt8])] = []
    private var random: SplitMix64
    private var mail: [Mail] = []
    private var now: UInt64 = 0
    private var isCalm = false

    init(seed: UInt64, nodes count: Int) {
        random = SplitMix64(seed: seed)
        nodes = (0..<count).map { Node($0) }
    }

    /// Has the nodes add so many entries under bad weather, and then waits for the end of it.
    func run(entries: Int) {
        var left = entries
        while left > 0 {
            step()
            let node = nodes.indices.randomElement(using: &random) ?? 0
            switch Int.random(in: 0..<12, using: &random) {
            case 0..<4:
                let key = ClientKey(high: UInt64(node), low: UInt64(nodes[node].added))
                nodes[node].added += 1
                left -= 1
                nodes[node].sequencer.add(.enrolment(key))
            case 4: disconnect(node)
            case 5, 6: connect(node)
            default: break
            }
        }
        isCalm = true
        for node in nodes.indices { connect(node) }
        for _ in 0..<20_000 where !isSettled { step() }
    }

    /// What a node added, as it stands in the order: its own numbers of its entries.
    func entries(of node: Int) -> [Int] {
        batches.flatMap { batch in
            let entries = (try? EntryBatch<Entry>(decoding: batch.bytes))?.entries ?? []
            return entries.compactMap { entry -> Int? in
                guard case .enrolment(let key) = entry, key.high == UInt64(node) else { return nil }
                return Int(key.low)
            }
        }
    }

    private var isSettled: Bool {
        mail.isEmpty
            && nodes.allSatisfy { $0.isSettled && $0.applied.count == batches.count }
    }

    private func connect(_ node: Int) {
        guard !nodes[node].isConnected else { return }
        nodes[node].isConnected = true
        nodes[node].sequencer.connect(now: now)
        carryOut(node)
    }

    private func disconnect(_ node: Int) {
        nodes[node].isConnected = false
        // What it sent may have left it; what was sent to it is lost.
        mail.removeAll { mail in
            guard mail.node == node else { return false }
            if case .publish = mail { return Bool.random(using: &random) }
            return true
        }
        nodes[node].sequencer.disconnect()
    }

    private func step() {
        now += UInt64.random(in: 0..<120, using: &random)
        for node in nodes.indices where nodes[node].sequencer.wakeAt.map({ $0 <= now }) ?? false {
            nodes[node].sequencer.wake(now: now)
            carryOut(node)
        }
        guard let index = mail.indices.randomElement(using: &random) else { return }
        let next = mail[index]
        let isDoubled = !isCalm && Int.random(in: 0..<10, using: &random) == 0
        if !isDoubled { mail.remove(at: index) }
        if !isCalm, Int.random(in: 0..<8, using: &random) == 0 { return }
        receive(next)
    }

    private func receive(_ next: Mail) {
        let node = nodes[next.node]
        switch next {
        case .publish(_, let number, let bytes):
            let sequence = (batches.last?.sequence ?? 0) + Int.random(in: 1...3, using: &random)
            batches.append((sequence, bytes))
            mail.append(.answer(node: next.node, number: number, sequence: sequence))
            for other in nodes.indices where nodes[other].isConnected {
                mail.append(.live(node: other, index: batches.count - 1))
            }
        case .answer(_, let number, let sequence): node.sequencer.published(number, as: sequence)
        case .live(_, let index):
            let previous = index == 0 ? 0 : batches[index - 1].sequence
            node.sequencer.deliver(
                batches[index].bytes,
                at: batches[index].sequence,
                after: previous
            )
        case .read(_, let after, let expectsMore):
            let first = batches.firstIndex { $0.sequence > after } ?? batches.endIndex
            // Who is asked may know less.
            let isBehind = !isCalm && Bool.random(using: &random)
            let countMax = isBehind ? 0 : expectsMore ? Int.random(in: 1...9, using: &random) : 1
            let end = min(first + countMax, batches.endIndex)
            mail.append(.found(node: next.node, indices: first..<end))
        case .verify(_, let place):
            let found = batches.first { $0.sequence >= place }
            let answer = found.map { OrderAnswer.found($0.bytes, $0.sequence) }
            mail.append(.verified(node: next.node, answer ?? .nothing))
        case .verified(_, let answer): node.sequencer.verified(answer)
        case .found(_, let indices):
            node.sequencer.read(batches[indices].map { ($0.bytes, $0.sequence) })
        }
        carryOut(next.node)
    }

    private func carryOut(_ index: Int) {
        let node = nodes[index]
        while let delivery = node.sequencer.next() {
            node.applied.append(delivery.sequence)
            let chain = Checksum(UInt64(delivery.sequence) * 31)
            node.sequencer.applied(delivery, chain: chain)
        }
        for effect in node.sequencer.effects {
            switch effect {
            case .publish(let number, let message):
                mail.append(.publish(node: index, number: number, message))
            case .read(let after, let expectsMore):
                mail.append(.read(node: index, after: after, expectsMore: expectsMore))
            case .verify(let place): mail.append(.verify(node: index, place: place))
            case .question: fatalError("nobody makes a checkpoint here")
            case .current: break
            case .broken(let fault): fatalError("nothing is broken here: \(fault)")
            }
        }
        node.sequencer.effects = []
    }
}
