import Foundation
import TestKit
import Testing

/// Memory over time: who comes and goes, edits, stops reading or sends nonsense leaves nothing.
///
/// `EMOJIART_SECONDS=600` for ten minutes.
@Suite(.aside) struct MemorySoakTests {
    private static let seconds = Seeds.seconds ?? 20
    /// What a heap that is cut up differently each time may show.
    private static let slackKibibytes = 6_144

    @Test func `FA42 memory is flat over joins, leaves, edits, slow readers, abuse`() throws {
        let server = try LiveServer([
            "--connections-per-address", "400", "--idle-seconds", "1", "--log-level", "error",
        ])
        var soak = Soak(server)
        // What documents keep of their edits is full before anything is measured.
        for _ in 0..<25 { try soak.decorate() }
        // The allocator's arenas grow to what the busiest rounds take.
        for _ in 0..<100 { try soak.round() }
        var samples: [Int] = []
        let end = Date(timeIntervalSinceNow: Self.seconds)
        while Date() < end {
            try soak.round()
            samples.append(server.residentKibibytes)
        }
        try #require(samples.count >= 9, "a round takes too long: \(samples.count)")
        let third = samples.count / 3
        let middle = Self.median(samples[third..<2 * third])
        let last = Self.median(samples[(2 * third)...])
        print(
            "soak: \(Int(Self.seconds)) s, \(samples.count) rounds, \(soak.connectionCount) "
                + "connections, \(soak.editCount) edits; resident \(samples[0]) KiB at first, "
                + "\(middle) in the middle third, \(last) in the last"
        )
        #expect(last <= middle + Self.slackKibibytes, "\(samples)")
        server.stop()
    }

    private static func median(_ samples: ArraySlice<Int>) -> Int {
        samples.sorted()[samples.count / 2]
    }
}

/// Rounds of the same guests: the same keys, so that no document knows more clients each time.
private struct Soak {
    private static let documents = ["meadow", "harbour", "orchard", "tundra"]
    private static let editsPerVisit = 12

    /// How many silent readers there are at a time: what they do not read waits at the server.
    private static let stalledMax = 32

    private let server: LiveServer
    private var stalled: [RawSocket] = []
    private var random = SplitMix64(seed: 42)
    private(set) var connectionCount = 0
    private(set) var editCount = 0

    init(_ server: LiveServer) { self.server = server }

    /// Editors, silent guests, slow readers and abusers, together and then gone.
    mutating func round() throws {
        var guests: [RawSocket] = []
        for key in 1...16 { guests.append(try edit(key: key)) }
        for _ in 0..<4 { guests.append(try server.open(someDocument())) }
        // They join and never read.
        for _ in 0..<4 {
            stalled.append(try server.greet(on: someDocument(), receiveBufferBytes: 4_096))
        }
        stalled.removeFirst(max(0, stalled.count - Self.stalledMax))
        try decorate()
        for _ in 0..<8 { try abuse() }
        connectionCount += 32
        // Half of them say that they go.
        for guest in guests where random.chance(oneIn: 2) { guest.sendFrame(8, [0x03, 0xE8]) }
    }

    private mutating func someDocument() -> String {
        Self.documents.randomElement(using: &random) ?? "meadow"
    }

    /// Joins, adds and deletes, and waits for the last answer.
    private mutating func edit(key: Int) throws -> RawSocket {
        let (socket, welcome) = try server.join(someDocument(), key: key)
        let client = try #require(welcome["client"]?.integer)
        var seq = try #require(welcome["seq"]?.integer)
        var counter = try #require(welcome["counter"]?.integer)
        var texts: [String] = []
        for _ in 0..<Self.editsPerVisit / 2 {
            counter += 1
            let id = "\(client).\(counter)"
            texts.append(LiveServer.add(seq: seq + 1, id: id))
            texts.append(
                #"{"type":"edit","seq":\#(seq + 2),"mark":"\#(LiveServer.mark(seq + 2))","#
                    + #""operation":{"type":"delete","ids":["\#(id)"]}}"#
            )
            seq += 2
        }
        socket.sendTexts(texts)
        while let message = socket.readMessage("edit") {
            if message["client"]?.integer == client, message["seq"]?.integer == seq { break }
        }
        editCount += Self.editsPerVisit
        return socket
    }

    /// Sets large backgrounds, so that who does not read has something to read.
    mutating func decorate() throws {
        for document in Self.documents {
            let (socket, welcome) = try server.join(document, key: 17)
            let seq = try #require(welcome["seq"]?.integer) + 1
            let url = "https://example.org/\(seq)/" + String(repeating: "a", count: 50_000)
            socket.sendText(
                #"{"type":"edit","seq":\#(seq),"mark":"\#(LiveServer.mark(seq))","#
                    + #""operation":{"type":"background","url":"\#(url)"}}"#
            )
            _ = socket.readMessage("edit")
            connectionCount += 1
            editCount += 1
        }
    }

    /// Sends what nobody should.
    private mutating func abuse() throws {
        let socket = try server.open(someDocument())
        switch Int.random(in: 0..<5, using: &random) {
        case 0: socket.sendText(#"{"type":"hello","key":"short"}"#)
        case 1: socket.sendFrame(1, [0xFF, 0xFE])
        case 2: socket.sendFrame(2, [1, 2, 3])
        case 3: socket.sendFrame(1, [UInt8](repeating: 0x7B, count: 70_000))
        default: socket.sendFrame(1, [], announced: 1 << 40)
        }
    }
}
