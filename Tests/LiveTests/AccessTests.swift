import EmojiArt
import Foundation
import TestKit
import Testing

/// Who is let in by which token, and what they may do.
struct AccessTests {
    private let directory: TemporaryDirectory
    let tokens: TokenIssuer
    let server: LiveServer

    init() throws {
        directory = try TemporaryDirectory()
        tokens = try TokenIssuer(in: directory)
        server = try LiveServer(tokens.options, on: directory)
    }

    private func hello(
        _ token: String?,
        key: Int = 1,
        on name: String = "picnic"
    ) throws -> RawSocket {
        try server.greet(key: key, on: name, token: token)
    }

    /// Makes a document, which stays as it has an edit.
    private func make(_ name: String = "picnic") throws {
        let socket = try hello(try tokens.issue(name, user: "maker"), key: 99, on: name)
        let client = try #require(socket.readMessage("welcome")?["client"]?.integer)
        socket.sendText(LiveServer.add(seq: 1, id: "\(client).1"))
        #expect(socket.readMessage("edit")?["revision"]?.integer == 1)
    }

    @Test func `FA47 FA54 AC1 AC2 nobody comes in without a good token`() throws {
        for (token, told) in [
            (nil, "a token is needed"), ("", "a token is needed"), ("a.b.c", "malformed"),
            (try tokens.issue("picnic", role: "editor", user: "ada") + "x", "not signed with"),
        ] {
            let close = try hello(token).readClose()
            #expect(close?.code == 4401, "\(told)")
            #expect(close?.reason.hasPrefix("unauthorized: ") == true)
            #expect(close?.reason.contains(told) == true, "\(String(describing: close))")
        }
        // An address is read by proxies and kept in logs: a token there lets nobody in.
        let token = try tokens.issue()
        #expect(try server.request("/documents?token=\(token)").status == 401)
        #expect(!server.log.contains { $0.contains(token) })
    }

    @Test(arguments: [
        (#"{"alg":"HS256"}"#, #"{"documents":[],"role":"","exp":0,"aud":[]}"#),
        (#"{"alg":"HS256","x":1e30}"#, "{}"), (#"{"alg":"EdDSA","kid":-1e300}"#, "{}"),
        (#"{"alg":"RS256","x5c":[9223372036854775808]}"#, #"{"exp":1e999}"#),
    ])
    func `FA47 FA71 an unsigned token ends nothing, whatever it says`(
        header: String,
        claims: String
    ) throws {
        let pair = try TokenIssuer(in: directory, isPair: true)
        let other = try LiveServer(pair.options)
        let parts = [header, claims].map { Base64.encodeURL(Array($0.utf8)) }
        for server in [server, other] {
            for count in [0, 32, 64, 256] {
                let signature = Base64.encodeURL([UInt8](repeating: 0x78, count: count))
                let token = (parts + [signature]).joined(separator: ".")
                #expect(try server.request("/documents", bearer: token).status == 401)
                let socket = try server.greet(key: 1, on: "picnic", token: token)
                #expect(socket.readClose()?.code == 4401)
            }
            #expect(try server.request("/healthz").status == 200)
        }
        #expect(try hello(try tokens.issue()).readMessage("welcome") != nil)
        let good = try pair.issue("*", role: "owner")
        #expect(try other.request("/documents", bearer: good).status == 200)
        #expect(try other.request("/documents", bearer: try tokens.issue("*")).status == 401)
    }

    @Test func `FA50 AC3 a token is for the documents that it names`() throws {
        let token = try tokens.issue("team-*")
        #expect(try hello(token, on: "team-a").readMessage("welcome") != nil)
        #expect(try hello(token, on: "picnic").readClose()?.code == 4403)
    }

    @Test func `AC5 AC6 a viewer's edits are refused, and the session lives on`() throws {
        try make()
        let editor = try hello(try tokens.issue(), key: 1)
        #expect(editor.readMessage("welcome")?["access"]?["role"]?.string == "editor")
        let viewer = try hello(try tokens.issue(role: "viewer", user: "bob"), key: 2)
        let welcome = try #require(viewer.readMessage("welcome"))
        #expect(welcome["access"]?["role"]?.string == "viewer")
        #expect(welcome["access"]?["user"]?.string == "bob")
        let hour = Date.now.timeIntervalSince1970 * 1_000 + 3_600_000
        #expect(abs((welcome["access"]?["expires"]?.integer ?? 0) - Int(hour)) < 60_000)
        viewer.sendText(LiveServer.add(seq: 1, id: "2.1"))
        #expect(viewer.readMessage("refused")?["code"]?.string == "not_permitted")
        // Again, after a restart of the server too: nothing of it is stored.
        try server.crash()
        let again = try hello(try tokens.issue(role: "viewer", user: "bob"), key: 2)
        #expect(try #require(again.readMessage("welcome"))["seq"] == nil)
        again.sendText(LiveServer.add(seq: 1, id: "2.1"))
        #expect(again.readMessage("refused")?["code"]?.string == "not_permitted")
        #expect(again.answersPing)
    }

    @Test func `FA51 AC7 AC8 another token changes the role of a member who is in`() throws {
        try make()
        var member = try hello(try tokens.issue(role: "viewer"))
        #expect(member.readMessage("welcome")?["client"] == nil)
        member.sendText(LiveServer.add(seq: 1, id: "1.1"))
        #expect(member.readMessage("refused") != nil)
        // It has no number yet: it comes again, and then has one.
        member.sendText(#"{"type":"token","token":"\#(try tokens.issue())"}"#)
        #expect(member.readClose()?.code == 1012)
        member = try hello(try tokens.issue())
        let id = "\(try #require(member.readMessage("welcome")?["client"]?.integer)).1"
        member.sendText(LiveServer.add(seq: 1, id: id))
        #expect(member.readMessage("edit")?["revision"]?.integer == 2)
        member.sendText(#"{"type":"token","token":"\#(try tokens.issue(role: "viewer"))"}"#)
        #expect(member.readMessage("access")?["role"]?.string == "viewer")
        member.sendText(LiveServer.add(seq: 2, id: "1.2"))
        #expect(member.readMessage("refused")?["code"]?.string == "not_permitted")
        member.sendText(#"{"type":"token","token":"\#(try tokens.issue(user: "bob"))"}"#)
        #expect(member.readClose()?.code == 4403)
        let other = try hello(try tokens.issue(), key: 2)
        #expect(other.readMessage("welcome") != nil)
        other.sendText(#"{"type":"token","token":"nonsense"}"#)
        #expect(other.readClose()?.code == 4401)
    }

    @Test func `AC10 a viewer makes no document`() throws {
        let viewer = try hello(try tokens.issue("*", role: "viewer"), on: "new")
        #expect(viewer.readClose()?.code == 4404)
        #expect(try hello(try tokens.issue("*"), on: "new").readMessage("welcome") != nil)
    }

    @Test func `AC12 AC13 requests are let in by a bearer's token`() throws {
        let (viewer, editor, owner) = (
            try tokens.issue(role: "viewer"), try tokens.issue(role: "editor"),
            try tokens.issue(role: "owner")
        )
        try make()
        try make("lake")
        let file = try server.request("/documents/picnic.svg")
        #expect(file.status == 401 && file.head.contains("WWW-Authenticate: Bearer"))
        #expect(try server.request("/documents/picnic.svg", bearer: viewer).status == 200)
        #expect(try server.request("/documents/lake.svg", bearer: viewer).status == 403)
        let list = try server.request("/documents", bearer: viewer)
        let names = try #require(JSONLine(list.body).array).map { $0["name"]?.string }
        #expect(names == ["picnic"])
        let image: [UInt8] = Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x3B]
        let place = "/documents/picnic/background"
        let refused = try server.request(place, method: "PUT", bearer: viewer, sending: image)
        #expect(refused.status == 403)
        let kept = try server.request(place, method: "PUT", bearer: editor, sending: image)
        #expect(kept.status == 201, "\(kept.body)")
        let move = "/documents/picnic?name=pond"
        #expect(try server.request(move, method: "POST", bearer: editor).status == 403)
        // The new name has to be the bearer's as well.
        #expect(try server.request(move, method: "POST", bearer: owner).status == 403)
        let both = try tokens.issue("p*", role: "owner")
        #expect(try server.request(move, method: "POST", bearer: both).status == 204)
        let gone = "/documents/pond"
        #expect(try server.request(gone, method: "DELETE", bearer: editor).status == 403)
        #expect(try server.request(gone, method: "DELETE", bearer: both).status == 204)
        for open in ["/", "/canvas/picnic", "/healthz"] {
            #expect(try server.request(open).status == 200, "\(open)")
        }
    }

    @Test(.aside) func `FA48 AC9 when a token ends, its bearer goes, unless another came`() throws {
        let clock = try ShiftedClock()
        let server = try LiveServer(
            ["--token-secret", tokens.secret],
            under: clock.tracer,
            on: try TemporaryDirectory()
        )
        // An hour and the minute of leeway are over but for five seconds.
        try clock.set(seconds: 3_655)
        let (long, short) = (try tokens.issue("picnic", ["--hours", "2"]), try tokens.issue())
        let sockets = try [1, 2].map { try server.join(key: $0, token: short).0 }
        sockets[1].sendText(#"{"type":"token","token":"\#(long)"}"#)
        #expect(sockets[1].readMessage("access") != nil)
        let close = sockets[0].readClose()
        #expect(close?.code == 4401)
        #expect(close?.reason.contains("expired") == true)
        #expect(sockets[1].answersPing)
    }

    @Test func `the command line shows its token, and takes a new one from the file`() throws {
        let file = try directory.write(try tokens.issue(role: "viewer"), to: "token")
        let options = ["--token-file", file]
        let without = try server.emojiart("add", ["🌲"])
        #expect(without.ending == .exit(3))
        #expect(without.errors.joined().contains("a token is needed"), "\(without.errors)")
        // Somebody has to make the document: a viewer does not.
        try make()
        let refused = try server.emojiart("add", ["🌲"] + options)
        #expect(refused.ending == .exit(4))
        #expect(refused.output.joined().contains("not_permitted"), "\(refused.output)")
        _ = try directory.write(try tokens.issue(), to: "token")
        #expect(try server.emojiart("add", ["🌲"] + options).ending == .exit(0))
        for (command, more) in [("export", []), ("watch", ["--once"])] {
            let run = try server.emojiart(command, more + options)
            #expect(run.output.joined().contains("🌲"), "\(command): \(run.errors)")
        }
        let list = try Program.emojiart(["list", server.url()] + options)
        #expect(list.output.joined().contains("picnic"))
    }

    @Test func `SIGHUP puts another secret in place, for those who come from then on`() throws {
        let old = try tokens.issue()
        let member = try hello(old)
        #expect(member.readMessage("welcome") != nil)
        try FileManager.default.removeItem(atPath: tokens.secret)
        let made = try Program.server(["token", "--new-secret", tokens.secret])
        #expect(made.ending == .exit(0))
        server.reload()
        #expect(try hello(old, key: 2).readClose()?.code == 4401)
        #expect(try hello(try tokens.issue(), key: 3).readMessage("welcome") != nil)
        // Who is in stays to the end of their token: keys change while people draw.
        #expect(member.answersPing)
    }

    @Test func `others are let near a server only by tokens, or by words`() throws {
        let data = directory.path("other")
        let open = ["--listen", "127.0.0.1:0", "--data", data, "--behind-proxy"]
        let refused = try Program.server(open)
        #expect(refused.ending == .exit(64))
        #expect(refused.errors.joined().contains("--everyone-may-edit"), "\(refused.errors)")
        let both = open + ["--everyone-may-edit", "--token-secret", tokens.secret]
        #expect(try Program.server(both).ending == .exit(64))
        let server = try LiveServer(["--behind-proxy", "--everyone-may-edit"])
        let (_, welcome) = try server.join(key: 1)
        #expect(welcome["access"] == nil)
    }

    @Test func `AC17 SY19 with another user's token a key is another client`() throws {
        let ada = try hello(try tokens.issue(), key: 7)
        #expect(ada.readMessage("welcome")?["client"]?.integer == 1)
        ada.sendText(LiveServer.add(seq: 1, id: "1.1"))
        #expect(ada.readMessage("edit") != nil)
        // She neither takes ada's place, nor has anything of ada's to undo.
        let eve = try hello(try tokens.issue(user: "eve"), key: 7)
        let welcome = try #require(eve.readMessage("welcome"))
        #expect(welcome["client"]?.integer == 2 && welcome["undo"] == nil)
        #expect(ada.answersPing)
        // The same user comes back to it.
        let back = try hello(try tokens.issue(), key: 7)
        #expect(back.readMessage("welcome")?["client"]?.integer == 1)
        #expect(ada.readClose()?.code == 4411)
    }

    @Test func `AC18 FA47 who guesses tokens waits, and the log names the address`() throws {
        try make()
        let good = try tokens.issue(role: "viewer")
        let bad = good.dropLast(4) + "AAAA"
        for _ in 0..<50 {
            let answer = try server.request("/documents/picnic.svg", bearer: String(bad))
            #expect(answer.status == 401)
        }
        #expect(
            Wait.until {
                (try? server.request("/documents/picnic.svg", bearer: String(bad)).status) == 429
            }
        )
        let close = try hello(String(bad)).readClose()
        #expect(close?.code == 1013 && close?.reason.contains("too many bad tokens") == true)
        let line = server.program.errors.line { $0.contains("token refused") }
        #expect(line?.contains("address=127.0.0.1") == true)
        #expect(line?.contains("not signed with a key of this server") == true)
        // It is over by itself.
        #expect(
            Wait.until {
                (try? server.request("/documents/picnic.svg", bearer: good).status) == 200
            }
        )
    }
}
