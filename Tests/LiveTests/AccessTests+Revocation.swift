import Foundation
import TestKit
import Testing

// Tokens that an operator takes back.
extension AccessTests {
    @Test func `FA49 AC11 a user's bearers go at once, and stay out after a crash`() throws {
        let (ada, bob) = (try tokens.issue(), try tokens.issue(user: "bob"))
        let members = try [(1, ada), (2, ada), (3, bob)].map { key, token in
            try server.join(key: key, token: token).0
        }
        let run = try server.command("revoke", "--user", "ada")
        #expect(run.ending == .exit(0), "\(run.errors)")
        #expect(run.output == ["The user ada is revoked."])
        for member in members[..<2] {
            let close = member.readClose()
            #expect(close?.code == 4401)
            #expect(close?.reason == "unauthorized: the token was revoked")
        }
        #expect(members[2].answersPing)
        #expect(try server.greet(key: 1, token: ada).readClose()?.code == 4401)
        #expect(try server.request("/documents/picnic.svg", bearer: ada).status == 401)
        try server.crash()
        #expect(try server.greet(key: 1, token: ada).readClose()?.code == 4401)
        #expect(try server.greet(key: 3, token: bob).readMessage("welcome") != nil)
        let list = try server.command("revoke")
        #expect(list.output.count == 2 && list.output[1].hasPrefix("user  ada"), "\(list.output)")
        let undone = try server.command("revoke", "--undo", "--user", "ada")
        #expect(undone.ending == .exit(0), "\(undone.errors)")
        #expect(try server.greet(key: 1, token: ada).readMessage("welcome") != nil)
        // Nothing is left to take back.
        #expect(try server.command("revoke", "--undo", "--user", "ada").ending == .exit(66))
    }

    @Test func `AC11 one token is revoked by its id, and the user's next is good`() throws {
        let (lost, id) = try tokens.issueWithID(user: "łucja & co")
        let next = try tokens.issue(user: "łucja & co")
        let members = try [(1, lost), (2, next)].map { key, token in
            try server.join(key: key, token: token).0
        }
        #expect(try server.command("revoke", "--id", id).ending == .exit(0))
        #expect(members[0].readClose()?.code == 4401)
        #expect(members[1].answersPing)
        // A lost token that was replaced on the live connection counts no more.
        let (old, oldID) = try tokens.issueWithID(user: "bob")
        let (bob, _) = try server.join(key: 3, token: old)
        bob.sendText(#"{"type":"token","token":"\#(try tokens.issue(user: "bob"))"}"#)
        #expect(bob.readMessage("access") != nil)
        #expect(try server.command("revoke", "--id", oldID).ending == .exit(0))
        #expect(bob.answersPing)
        // All that ł is known by goes through the command and the address as it is.
        #expect(try server.command("revoke", "--user", "łucja & co").ending == .exit(0))
        #expect(members[1].readClose()?.code == 4401)
        let none = try server.command("revoke", "--undo")
        #expect(none.ending == .exit(64))
    }
}
