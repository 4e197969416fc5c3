import Cluster
import Storage

// What fails at the brokers, and on the way there.
extension World {
    /// A fault happens that only a cluster has.
    func strikeBrokers(_ fault: Regime.Fault, _ node: Node) {
        switch fault {
        case .brokerDelays: stall(node)
        case .lostNews:
            node.newsLoss = draw(1...4, fault)
            mend(after: draw(50_000...5_000_000, fault)) { node.newsLoss = 0 }
        case .lostAnswers:
            node.losesAnswers = true
            mend(after: draw(10_000...3_000_000, fault)) { node.losesAnswers = false }
        case .forgottenIDs:
            brokers.order.remembersIDs = false
            brokers.copies = { [unowned self] in draw(0...2, fault) == 0 }
            mend(after: draw(100_000...6_000_000, fault)) { [brokers] in
                brokers.order.remembersIDs = true
                brokers.copies = { false }
            }
        case .brokerCuts: cut(node, for: draw(1_000...4_000_000, fault))
        case .brokerOutages: cutAll(for: draw(10_000...9_000_000, fault))
        case .leaderChanges:
            brokers.vacancy = draw(0...1, fault) == 0 ? .refuses : .isSilent
            mend(after: draw(10_000...6_000_000, fault)) { [brokers] in brokers.vacancy = nil }
        case .staleReplicas:
            let behind = draw(0...3, fault)
            node.knownAtBroker = max(0, brokers.order.lastSequence - behind)
            node.connection?.knownAtBroker = node.knownAtBroker
            mend(after: draw(10_000...5_000_000, fault)) {
                node.knownAtBroker = nil
                node.connection?.knownAtBroker = nil
            }
        case .lostDisks:
            end(node, .power, restartsAfter: draw(1_000...1_000_000, fault))
            node.disk.restore(SimulatedDisk())
            node.expectations = Expectations()
            node.setBacks += 1
        case .rollBacks:
            let (count, isSeen) = (draw(1...8, fault), draw(0...1, fault) == 0)
            if brokers.order.rollBack(count) > 0 { isOrderLost = true }
            if isSeen { cutAll(for: draw(10_000...2_000_000, fault)) }
        case .wipes:
            if brokers.order.wipe() > 0 { isOrderLost = true }
            cutAll(for: draw(10_000...2_000_000, fault))
        default: preconditionFailure("This is a fault of every world.")
        }
    }

    /// Ends what fails at the brokers.
    func mendBrokers() {
        guard isCluster else { return }
        brokers.vacancy = nil
        brokers.order.remembersIDs = true
        brokers.copies = { false }
        outageUntil = 0
        for node in nodes {
            node.newsLoss = 0
            node.losesAnswers = false
            node.knownAtBroker = nil
            node.connection?.knownAtBroker = nil
            open(node)
        }
    }

    private func mend(after microseconds: Int, _ work: @escaping () -> Void) {
        planForGood(.brokers(work), in: microseconds)
    }

    /// What goes in one direction, or answers one kind of question, takes long once.
    private func stall(_ node: Node) {
        let until = now + UInt64(draw(50_000...5_000_000, .brokerDelays))
        switch draw(0...3, .brokerDelays) {
        case 0: node.stallsUntil[.answers] = until
        case 1: node.stallsUntil[.told] = until
        case 2: node.stallsUntil[.passed] = until
        default: node.upStallsUntil = until
        }
    }

    private func cut(_ node: Node, for microseconds: Int) {
        node.connection?.cut()
        node.isUpDue = false
        mend(after: microseconds) { [unowned self] in open(node) }
    }

    private func cutAll(for microseconds: Int) {
        outageUntil = max(outageUntil, now + UInt64(microseconds))
        for node in nodes { cut(node, for: microseconds) }
    }
}
