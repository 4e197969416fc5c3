import Glibc
import TestKit
import Testing

// How each fault is made, and mended when the others have gone on without what failed.
extension KillLoop {
    /// Edits that are made meanwhile, of each writer that can.
    private static let editsMeanwhile = 10

    func make(_ fault: Fault, _ round: Int) throws {
        let brokers = place.brokers
        let node = round % place.nodes.count
        switch fault {
        case .leaderIsKilled:
            let leader = try place.leader()
            brokers.kill(leader)
            #expect(goOn(Self.editsMeanwhile), "with another leader")
            try brokers.start(leader)
        case .leaderStandsStill:
            let leader = try place.leader()
            brokers.setPaused(leader, true)
            #expect(goOn(Self.editsMeanwhile), "with another leader")
            brokers.setPaused(leader, false)
        case .brokersAreKilled:
            for index in 0..<3 { brokers.kill(index) }
            expectUnreadiness(of: [0, 1, 2])
            for index in 0..<3 { try brokers.start(index) }
        case .brokersStandStill:
            for index in 0..<3 { brokers.setPaused(index, true) }
            expectUnreadiness(of: [0, 1, 2])
            for index in 0..<3 { brokers.setPaused(index, false) }
        case .brokerIsWiped:
            // The leader or another one.
            let index = round % 2 == 0 ? try place.leader() : round % 3
            brokers.kill(index)
            #expect(goOn(Self.editsMeanwhile), "with two brokers")
            try brokers.wipe(index)
            try brokers.start(index)
        case .nodeIsKilled: try killNode(node)
        case .nodeStandsStill: try haveStandStill(node)
        case .nodeIsCutOff: cutOff(round)
        }
    }

    private func expectUnreadiness(of nodes: [Int]) {
        #expect(Wait.until { nodes.allSatisfy { !place.isReady($0) } })
    }

    private func killNode(_ index: Int) throws {
        let node = place.nodes[index]
        place.lead(clientsOf: index, to: (index + 1) % 3)
        node.program.signal(SIGKILL)
        _ = node.program.ending()
        #expect(goOn(Self.editsMeanwhile), "on another node")
        try node.restart()
        #expect(Wait.until { place.isReady(index) })
        bringHome(index)
    }

    /// The client gives up a node that says nothing, and goes to another; what it had said to the
    /// first one is read there when it is long known.
    private func haveStandStill(_ index: Int) throws {
        let (node, writer) = (place.nodes[index], writers[index])
        node.program.signal(SIGSTOP)
        defer { node.program.signal(SIGCONT) }
        place.lead(clientsOf: index, to: (index + 1) % 3)
        let goal = writer.progress.acknowledged + Self.editsMeanwhile
        let goesOn = try Wait.until {
            // Of its own it would wait for half a minute.
            try writer.client.ask { $0.retryNow() }
            return writer.progress.acknowledged >= goal
        }
        #expect(goesOn, "on another node")
        #expect(goOn(Self.editsMeanwhile), "on another node")
        node.program.signal(SIGCONT)
        #expect(Wait.until { place.isReady(index) })
        bringHome(index)
    }

    private func bringHome(_ index: Int) {
        place.lead(clientsOf: index, to: index)
        place.fronts[index].closeAll()
    }

    /// No way leads from the first node to a broker; its client waits, and the others do not.
    private func cutOff(_ round: Int) {
        for back in place.backs {
            back.refuse(true)
            switch round % 3 {
            case 0:
                // What the node has said comes when it has said it again.
                back.arm(FaultStep(.up, .orphan(nil)))
            case 1:
                // No word goes through, and no end is told.
                for way in FaultDirection.allCases { back.arm(FaultStep(way, .stall(nil))) }
            default: back.closeAll()
            }
        }
        expectUnreadiness(of: [0])
        #expect(goOn(Self.editsMeanwhile, Array(writers.dropFirst())), "on the other nodes")
        for back in place.backs { back.refuse(false) }
        #expect(goOn(Self.editsMeanwhile), "when the way is open again")
        for back in place.backs {
            back.release()
            back.heal()
        }
    }
}
