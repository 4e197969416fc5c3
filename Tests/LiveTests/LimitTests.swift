import Foundation
import TestKit
import Testing

/// What the operator allows, and what who wants more is told.
@Suite(.aside) struct LimitTests {
    @Test func `SM16 the welcome tells the limits, and a reload changes them for newcomers`() throws
    {
        let directory = try TemporaryDirectory()
        let file = try directory.write("members: 2\nedits-per-second: 50\n", to: "server.yaml")
        let server = try LiveServer(["--config", file], on: directory)
        let first = try #require(try server.greet(key: 1).readMessage("welcome"))
        let told = first["limits"]
        #expect(told?["members"]?.integer == 2)
        #expect(told?["edits"]?.integer == 50)
        #expect(told?["messages"]?.integer == 1_000)
        #expect(told?["presence"]?.integer == 120)
        #expect(told?["bytes"]?.integer == 1_048_576)
        _ = try directory.write("members: 3\nkibibytes-per-second: 64\n", to: "server.yaml")
        server.reload()
        let second = try #require(try server.greet(key: 2).readMessage("welcome"))
        #expect(second["limits"]?["members"]?.integer == 3)
        #expect(second["limits"]?["bytes"]?.integer == 65_536)
    }

    @Test func `FA68 CN13 SM16 edits and presence that come too fast are read later, none is lost`()
        throws
    {
        let server = try LiveServer(["--edits-per-second", "20", "--presence-per-second", "20"])
        let (member, _) = try server.join(key: 1)
        let start = ContinuousClock.now
        for seq in 1...100 { member.sendText(LiveServer.add(seq: seq, id: "1.\(seq)")) }
        for revision in 1...100 {
            #expect(member.readMessage("edit")?["revision"]?.integer == revision)
        }
        // Forty at once, and then twenty a second: the other sixty take three seconds.
        #expect(ContinuousClock.now - start > .seconds(2))
        let middle = ContinuousClock.now
        for x in 1...100 {
            member.sendText(#"{"type":"presence","cursor":{"x":\#(x),"y":0}}"#)
        }
        #expect(member.answersPing)
        #expect(ContinuousClock.now - middle > .seconds(2))
    }

    @Test func `CN23 no more documents are made than there may be`() throws {
        let server = try LiveServer(["--documents", "2"])
        for name in ["one", "two"] {
            let (socket, _) = try server.join(name, key: 1)
            socket.sendText(LiveServer.add(seq: 1, id: "1.1"))
            #expect(socket.readMessage("edit") != nil)
        }
        let close = try server.greet(key: 1, on: "three").readClose()
        #expect(close?.code == 4404)
        #expect(close?.reason == "no_document: the server has too many documents")
        try server.crash()
        #expect(try server.greet(key: 1, on: "three").readClose()?.code == 4404)
        #expect(try server.greet(key: 1, on: "two").readMessage("welcome") != nil)
        #expect(try server.command("delete", "one").ending == .exit(0))
        #expect(try server.greet(key: 1, on: "three").readMessage("welcome") != nil)
    }

    @Test func `AC16 a user has so many connections, on all documents together`() throws {
        let directory = try TemporaryDirectory()
        let tokens = try TokenIssuer(in: directory)
        let server = try LiveServer(
            ["--token-secret", tokens.secret, "--connections-per-user", "2"],
            on: directory
        )
        let (ada, bob) = (try tokens.issue("*"), try tokens.issue("*", user: "bob"))
        let (first, _) = try server.join(key: 1, token: ada)
        let second = try server.greet(key: 1, on: "lake", token: ada)
        #expect(second.readMessage("welcome") != nil)
        let close = try server.greet(key: 2, token: ada).readClose()
        #expect(close?.code == 4413)
        #expect(close?.reason == "crowded: the user has 2 connections")
        #expect(try server.greet(key: 3, token: bob).readMessage("welcome") != nil)
        first.sendFrame(8, [0x03, 0xE8])
        #expect(first.readClose()?.code == 1000)
        let isBack = Wait.until {
            (try? server.greet(key: 2, token: ada))?.readMessage("welcome") != nil
        }
        #expect(isBack)
    }
}
