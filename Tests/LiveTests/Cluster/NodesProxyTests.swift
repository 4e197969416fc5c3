import EmojiArt
import Foundation
import TestKit
import Testing

/// Nodes behind a proxy that sends each document to one of them, or each client to any.
struct NodesProxyTests {
    /// A document with two members, who came by the proxy.
    private struct Room {
        let name: String
        let people: [LiveClient]

        init(_ number: Int, behind proxy: NodesProxy) throws {
            name = "room-\(number)"
            people = try [proxy.client(name), proxy.client(name)]
        }

        func add(_ count: Int) throws {
            for person in people { _ = try person.add(count) }
        }

        /// Whether both have all edits that either made.
        func isWhole(_ count: Int) throws -> Bool {
            for person in people {
                guard try person.settle() else { return false }
                let isThere = try person.eventually { $0.document.emojis.count == count }
                guard isThere else { return false }
            }
            return try people[0].document == people[1].document
        }
    }

    /// Rooms until several nodes have members, or there are too many of them.
    private func open(behind proxy: NodesProxy) throws -> [Room] {
        var rooms: [Room] = []
        var nodes: Set<Int> = []
        while rooms.count < 4 || (nodes.count < 2 && rooms.count < 40) {
            let room = try Room(rooms.count, behind: proxy)
            nodes.formUnion(try proxy.members(room.name).keys)
            rooms.append(room)
        }
        #expect(nodes.count > 1)
        return rooms
    }

    /// Kills the node that has most of a room while edits are on their way.
    private func kill(_ room: Room, of rooms: [Room], behind proxy: NodesProxy) throws -> Int {
        let most = try proxy.members(room.name).max { $0.value < $1.value }
        let index = try #require(most?.key)
        let node = proxy.cluster[index]
        for room in rooms { try room.add(5) }
        node.program.signal(SIGKILL)
        for room in rooms { try room.add(5) }
        #expect(node.program.ending() == .signal(SIGKILL))
        return index
    }

    @Test(arguments: NodesProxy.Kind.allCases)
    func `a document's members come to one node, and go on together at another one`(
        kind: NodesProxy.Kind
    ) async throws {
        try await Aside.run {
            let proxy = try NodesProxy(kind)
            let rooms = try open(behind: proxy)
            for room in rooms {
                try room.add(5)
                #expect(try room.isWhole(10))
                // So does all else below the document's path.
                for rest in [".emojiart", ".svg", ".snapshot", "/history", "/edits"] {
                    #expect(try proxy.status("/documents/\(room.name)\(rest)") == 200)
                }
                #expect(try Array(proxy.members(room.name).values) == [2])
                #expect(try proxy.holders(room.name).count == 1)
            }
            let dead = try kill(rooms[0], of: rooms, behind: proxy)
            for room in rooms {
                #expect(try room.isWhole(30))
                #expect(try Array(proxy.members(room.name).values) == [2])
            }
            // Who comes when it is back may be sent there again, and meets the others all the same.
            try proxy.cluster[dead].restart()
            #expect(try Wait.until { try proxy.cluster.isReady() })
            for room in rooms {
                let late = try proxy.client(room.name)
                _ = try late.add(1)
                #expect(try late.settle())
                #expect(try room.isWhole(31))
                #expect(try late.document == room.people[0].document)
            }
        }
    }

    @Test(arguments: NodesProxy.Kind.allCases)
    func `members that a proxy deals out in turn edit together, and lose nothing with a node`(
        kind: NodesProxy.Kind
    ) async throws {
        try await Aside.run {
            let proxy = try NodesProxy(kind, isHashed: false)
            let rooms = try open(behind: proxy)
            #expect(try rooms.contains { try proxy.members($0.name).count == 2 })
            for room in rooms { try room.add(5) }
            for room in rooms { #expect(try room.isWhole(10)) }
            _ = try kill(rooms[0], of: rooms, behind: proxy)
            for room in rooms {
                #expect(try room.isWhole(30))
                #expect(try proxy.members(room.name).values.reduce(0, +) == 2)
            }
        }
    }

    @Test(arguments: NodesProxy.Kind.allCases)
    func `HT31 a node learns from the proxy who a member is, and not from the member`(
        kind: NodesProxy.Kind
    ) async throws {
        try await Aside.run {
            let proxy = try NodesProxy(kind)
            let tunnel = try TLSTunnel(from: "127.0.0.2")
            tunnel.aim(at: proxy.port)
            let socket = try #require(
                RawSocket(port: tunnel.port, timeoutSeconds: Int(Wait.seconds))
            )
            let said: [String: String?] = [
                "Host": "127.0.0.1:\(proxy.port)", "X-Forwarded-For": "192.0.2.1",
            ]
            socket.send(proxy.cluster[0].handshake(changing: said))
            let head = try #require(socket.readHead())
            #expect(head.hasPrefix("HTTP/1.1 101 "), "\(head)")
            socket.sendText(LiveServer.hello(key: 1))
            #expect(socket.readMessage("welcome") != nil)
            let addresses = try proxy.reports("picnic").values.compactMap { report in
                report["open"]?["members"]?.array?.first?["address"]?.string
            }
            #expect(addresses == ["127.0.0.2"])
        }
    }

    @Test func `FA76 while no broker answers HAProxy still lets documents be seen`() async throws {
        try await Aside.run {
            let proxy = try NodesProxy(.haproxy)
            let room = try Room(0, behind: proxy)
            try room.add(5)
            #expect(try room.isWhole(10))
            proxy.cluster.broker.kill()
            let told = proxy.program.output.line {
                $0.contains("backend ready has no server available")
            }
            #expect(told != nil)
            // A viewer: a number in the document comes by the brokers.
            let late = try proxy.client(room.name, key: nil)
            #expect(try late.document.emojis.count == 10)
            // Who was there has not been sent away, and waits.
            try room.add(5)
            #expect(try room.people.allSatisfy { try $0.ask { $0.lossCount } == 0 })
            try proxy.cluster.broker.start()
            #expect(try room.isWhole(20))
            #expect(try late.eventually { $0.document.emojis.count == 20 })
        }
    }
}
