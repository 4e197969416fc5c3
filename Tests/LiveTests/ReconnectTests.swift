import EmojiArt
import TestKit
import Testing

/// A server that ends in good order, and clients that come back.
@Suite(.aside) struct ReconnectTests {
    @Test func `FA70 SY13 a client that is behind has its answers before a server sends it away`()
        throws
    {
        let server = try LiveServer()
        let writer = try LiveClient(server.url()).joined()
        let slow = try server.greet(key: 5, receiveBufferBytes: 4_096)
        let client = try #require(slow.readMessage("welcome")?["client"]?.integer)
        // More than the kernel takes, 50 KiB for someone who does not read; and not much more,
        // as it is all to be read within the server's eight seconds, on a busy machine too.
        for number in 1...5 {
            try writer.editLargely(number)
        }
        #expect(try writer.settle())
        slow.sendText(
            #"{"type":"edit","seq":1,"mark":"0000000000000001","#
                + #""operation":{"type":"background","url":null}}"#
        )
        #expect(try writer.eventually { $0.revision == 6 })
        server.program.signal(15)
        #expect(try writer.eventually { $0.losses.count == 1 })
        var answer: Int?
        while let edit = slow.readMessage("edit") {
            if edit["client"]?.integer == client { answer = edit["revision"]?.integer }
        }
        #expect(answer == 6)
        #expect(server.program.ending() == .exit(0))
    }

    private static let writers = 20

    /// A client that makes edits until it is sent away.
    private static func work(
        _ number: Int,
        on server: LiveServer,
        _ atWork: Tally<Int>
    ) throws -> Carried<SweepClient> {
        var client = SweepClient(key: number, document: "d\(number)")
        try client.begin(on: server, 10)
        atWork.add(number)
        while client.make(20, window: 20) {}
        // What was answered before it was sent away.
        _ = client.settle()
        return Carried(client)
    }

    @Test func `FA70 CN16 SY13 what a server that stops has made durable it has answered, to all`()
        async throws
    {
        let server = Carried(try LiveServer())
        let atWork = Tally<Int>()
        async let ending = Aside.run {
            let areAtWork = Wait.until { atWork.items.count == Self.writers }
            server.value.program.signal(15)
            return (areAtWork, server.value.program.ending())
        }
        let ended = try await Aside.each(1...Self.writers) { number in
            try Self.work(number, on: server.value, atWork)
        }
        let (areAtWork, end) = try await ending
        #expect(areAtWork)
        #expect(end == .exit(0))
        var waits: [Int] = []
        for client in ended.map(\.value) {
            let close = try #require(client.closing)
            #expect(close.code == 1012)
            waits.append(try #require(Int(close.reason.split(separator: "=").last ?? "")))
            let log = try client.check(in: server.value.data)
            #expect(log.edits.count == client.accepted.count)
        }
        // They do not all come back at once.
        #expect(Set(waits).count > Self.writers / 4, "\(waits)")
        #expect(waits.allSatisfy { (250...1_000).contains($0) }, "\(waits)")
        try server.value.restart()
        for carried in ended {
            var client = carried.value
            let isBack = client.connect(to: server.value) && client.resend() && client.make(3)
            #expect(isBack)
            client.disconnect()
            #expect(client.complaints.isEmpty)
        }
        server.value.stop()
    }

    @Test func `ER4 SY15 watch goes on after a break, without a second state`() throws {
        let server = try LiveServer()
        let watch = try Program("emojiart", ["watch", server.url()])
        #expect(watch.output.line { $0.contains(#""type":"state""#) } != nil)
        #expect(try server.emojiart("add", ["🌲"]).ending == .exit(0))
        #expect(watch.output.line { $0.contains(#""revision":1,"#) } != nil)
        server.stop()
        #expect(watch.output.line { $0.contains(#""type":"disconnected""#) } != nil)
        try server.restart()
        #expect(try server.emojiart("add", ["🌳"]).ending == .exit(0))
        #expect(watch.output.line { $0.contains(#""revision":2,"#) } != nil)
        try server.crash()
        #expect(try server.emojiart("undo").ending == .exit(0))
        #expect(watch.output.line { $0.contains(#""revision":3,"#) } != nil)
        watch.signal(2)
        let run = watch.finish()
        #expect(run.ending == .exit(130))
        let types = try JSONLine.objects(run.output).map(\.type)
        #expect(types.filter { $0 != "disconnected" } == ["state", "edit", "edit", "edit"])
    }

    @Test func `UN13 SY3 a document that was unloaded comes back with revision and undo`() throws {
        let server = try LiveServer(["--idle-seconds", "1", "--log-level", "debug"])
        for number in 1...3 {
            #expect(try server.emojiart("add", ["🌲", "--x", "\(number)"]).ending == .exit(0))
            let isUnloaded = Wait.until {
                server.log.count { $0.contains("unloaded") } == number
            }
            #expect(isUnloaded)
        }
        #expect(try server.request("/documents/picnic.svg").status == 200)
        let undo = try server.emojiart("undo")
        #expect(try JSONLine(undo.output.first ?? "null")["revision"]?.integer == 4)
        let state = try server.emojiart("watch", ["--once"])
        let emojis = try JSONLine(state.output.first ?? "null")["emojis"]?.array
        #expect(emojis?.map { $0["id"]?.string } == ["1.1", "1.2"])
    }
}
