import EmojiArt
import TestKit
import Testing

/// What a client finds on a node that has not been told yet what another one did.
struct NodesLagTests {
    /// A node, another one that can be made to hear late of what the first one does, and a viewer
    /// of it.
    private struct Stage {
        let cluster: TestCluster
        let way: FaultProxy
        let late: LiveServer
        let eye: LiveClient

        init(_ options: [String] = []) throws {
            cluster = try TestCluster(1, options)
            way = try FaultProxy(to: cluster.broker.port)
            let place = ["--cluster", "nats://127.0.0.1:\(way.port)", "--cluster-replicas", "1"]
            late = try LiveServer(place + options, isPlain: true)
            let node = late
            try #require(Wait.until { try node.request("/readyz").status == 200 })
            eye = try LiveClient(late.url())
            try #require(try eye.join())
        }

        /// For so long the brokers believe that the late node hears, and it does not.
        func holdUp() { way.arm(FaultStep(.down, .stall(1_500))) }

        /// The last place of the order.
        func lastSequence() throws -> Int {
            try #require(StreamHealth(asking: cluster.broker.port)).lastSequence
        }
    }

    @Test func `FA79 SM3 SY6 a client that begins anew on a node that is behind loses no edit`()
        async throws
    {
        try await Aside.run {
            let stage = try Stage()
            let (first, welcome) = try stage.cluster[0].join(key: 7)
            let number = try #require(welcome["client"]?.integer)
            first.sendText(LiveServer.add(seq: 1, id: "\(number).1"))
            #expect(first.readMessage("edit")?["seq"]?.integer == 1)
            #expect(try stage.eye.eventually { $0.revision == 1 })
            stage.holdUp()
            first.sendText(LiveServer.add(seq: 2, id: "\(number).2"))
            #expect(first.readMessage("edit")?["seq"]?.integer == 2)
            // It comes back as a page does that was loaded anew: with its key and nothing else.
            let (second, again) = try stage.late.join(key: 7)
            let seq = try #require(again["seq"]?.integer)
            let counter = try #require(again["counter"]?.integer)
            #expect(seq == 2)
            #expect(counter == 2)
            second.sendText(LiveServer.add(seq: seq + 1, id: "\(number).\(counter + 1)"))
            #expect(try stage.eye.eventually(10) { $0.document.emojis.count == 3 })
        }
    }

    @Test func `FA79 SM3 SY28 a client whose edit was refused goes on at a node that is behind`()
        async throws
    {
        try await Aside.run {
            let front = try FaultProxy()
            let stage = try Stage(["--host", "127.0.0.1:\(front.port)"])
            front.aim(at: stage.cluster[0].port)
            let ada = try LiveClient(front.url("picnic"))
            #expect(try ada.join())
            _ = try ada.add(1)
            #expect(try ada.settle())
            #expect(try stage.eye.eventually { $0.revision == 1 })
            stage.holdUp()
            // What is refused makes no revision, so that the node is not behind by that.
            let foreign = NewEmoji(
                id: try #require(EmojiID("2000000000.1")),
                text: try EmojiText("🌲"),
                x: 0,
                y: 0,
                size: 40
            )
            _ = try ada.edit(.add([foreign]))
            #expect(try ada.settle())
            #expect(try ada.ask { $0.refused.count } == 1)
            front.aim(at: stage.late.port)
            front.closeAll()
            _ = try ada.add(1)
            #expect(try ada.settle())
            #expect(try ada.ask { $0.refused.count } == 1)
            #expect(try stage.eye.eventually(10) { $0.document.emojis.count == 2 })
        }
    }

    @Test func `FA79 SY19 who comes while a node catches up for another goes on there, too`()
        async throws
    {
        try await Aside.run {
            let fronts = try (0..<2).map { _ in try FaultProxy() }
            let stage = try Stage(fronts.flatMap { ["--host", "127.0.0.1:\($0.port)"] })
            for front in fronts { front.aim(at: stage.cluster[0].port) }
            let people = try fronts.map { try LiveClient($0.url("picnic")) }
            for person in people { #expect(try person.join()) }
            for person in people { _ = try person.add(1) }
            for person in people { #expect(try person.settle()) }
            #expect(try stage.eye.eventually { $0.revision == 2 })
            stage.holdUp()
            // Each has seen more than the node knows to which it goes. The second one's edit is
            // behind what the node asked for on behalf of the first one.
            for (front, person) in zip(fronts, people) {
                _ = try person.add(1)
                #expect(try person.settle())
                let place = try stage.lastSequence()
                front.aim(at: stage.late.port)
                front.closeAll()
                try person.ask { $0.retryNow() }
                guard front === fronts[0] else { continue }
                #expect(try Wait.until(5) { try stage.lastSequence() > place })
            }
            for person in people { _ = try person.add(1) }
            for person in people { #expect(try person.settle()) }
            for person in people {
                #expect(try person.eventually(10) { $0.document.emojis.count == 6 })
                #expect(try person.ask { $0.historyCount } == 0)
            }
        }
    }
}
