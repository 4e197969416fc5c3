import Foundation
import TestKit
import Testing

/// Tokens that an operator takes back.
struct RevocationTests {
    private let directory: TemporaryDirectory
    private let tokens: TokenIssuer
    private let server: LiveServer

    init() throws {
        directory = try TemporaryDirectory()
        tokens = try TokenIssuer(in: directory)
        server = try LiveServer(["--token-secret", tokens.secret], on: directory)
    }

    private func hello(_ token: String, key: Int) throws -> RawSocket {
        let socket = try server.open()
        socket.sendText(LiveServer.hello(key: key, token: token))
        return socket
    }

    /// Whether a connection lives on.
    private func lives(_ socket: RawSocket) -> Bool {
        socket.sendText(#"{"type":"ping","number":7}"#)
        return socket.readMessage("pong") != nil
    }

    @Test func `FA49 AC11 a user's bearers go at once, and stay out after a crash`() throws {
        let (ada, bob) = (try tokens.issue(), try tokens.issue(user: "bob"))
        let members = try [hello(ada, key: 1), hello(ada, key: 2), hello(bob, key: 3)]
        for member in members { #expect(member.readMessage("welcome") != nil) }
        let run = try server.command("revoke", "--user", "ada")
        #expect(run.ending == .exit(0), "\(run.errors)")
        #expect(run.output == ["The user ada is revoked."])
        for member in members[..<2] {
            let close = member.readClose()
            #expect(close?.code == 4401)
            #expect(close?.reason == "unauthorized: the token was revoked")
        }
        #expect(lives(members[2]))
        #expect(try hello(ada, key: 1).readClose()?.code == 4401)
        #expect(try server.request("/documents/picnic.svg", bearer: ada).status == 401)
        try server.crash()
        #expect(try hello(ada, key: 1).readClose()?.code == 4401)
        #expect(try hello(bob, key: 3).readMessage("welcome") != nil)
        let list = try server.command("revoke")
        #expect(list.output.count == 2 && list.output[1].hasPrefix("user  ada"), "\(list.output)")
        let undone = try server.command("revoke", "--undo", "--user", "ada")
        #expect(undone.ending == .exit(0), "\(undone.errors)")
        #expect(try hello(ada, key: 1).readMessage("welcome") != nil)
        // Nothing is left to take back.
        #expect(try server.command("revoke", "--undo", "--user", "ada").ending == .exit(66))
    }

    @Test func `AC11 one token is revoked by its id, and the user's next is good`() throws {
        let (lost, id) = try tokens.issueWithID(user: "łucja & co")
        let next = try tokens.issue(user: "łucja & co")
        let members = try [hello(lost, key: 1), hello(next, key: 2)]
        for member in members { #expect(member.readMessage("welcome") != nil) }
        #expect(try server.command("revoke", "--id", id).ending == .exit(0))
        #expect(members[0].readClose()?.code == 4401)
        #expect(lives(members[1]))
        // A lost token that was replaced on the live connection counts no more.
        let (old, oldID) = try tokens.issueWithID(user: "bob")
        let bob = try hello(old, key: 3)
        #expect(bob.readMessage("welcome") != nil)
        bob.sendText(#"{"type":"token","token":"\#(try tokens.issue(user: "bob"))"}"#)
        #expect(bob.readMessage("access") != nil)
        #expect(try server.command("revoke", "--id", oldID).ending == .exit(0))
        #expect(lives(bob))
        // All that ł is known by goes through the command and the address as it is.
        #expect(try server.command("revoke", "--user", "łucja & co").ending == .exit(0))
        #expect(members[1].readClose()?.code == 4401)
        let none = try server.command("revoke", "--undo")
        #expect(none.ending == .exit(64))
    }
}
