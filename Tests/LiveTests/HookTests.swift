import Foundation
import TestKit
import Testing

/// Whom the server asks about edits, and whom it tells of documents.
struct HookTests {
    @Test func `ER11 another server judges each edit before it is put in order`() throws {
        let receiver = try HookReceiver { request in
            if request.body.contains(#""type":"delete""#) { return (200, #"{"verdict":"refuse"}"#) }
            guard request.body.contains(#""x":999"#) else { return (200, #"{"verdict":"accept"}"#) }
            let other = #"{"type":"background","url":"https://a.example/"}"#
            return (200, #"{"verdict":"replace","operation":\#(other)}"#)
        }
        let server = try LiveServer(["--rule-hook", receiver.url])
        let (socket, _) = try server.join(key: 1)
        // All at once: the answers come in their order all the same.
        socket.sendTexts([
            LiveServer.add(seq: 1, id: "1.1"),
            #"{"type":"edit","seq":2,"mark":"0000000000000002","#
                + #""operation":{"type":"delete","ids":["1.1"]}}"#,
            LiveServer.add(seq: 3, id: "1.2").replacing(#""x":0"#, with: #""x":999"#),
            #"{"type":"edit","seq":4,"mark":"0000000000000004","operation":{"type":"undo"}}"#,
        ])
        // A refusal may overtake edits (SY5).
        let answers = (1...4).compactMap { _ in socket.readMessage("edit", "refused") }
        let edits = answers.filter { $0.type == "edit" }
        #expect(edits.map { $0["seq"]?.integer } == [1, 3, 4])
        #expect(edits.dropFirst().first?["operation"]?["type"]?.string == "background")
        #expect(edits.last?["undo"]?.integer == 2)
        let refused = answers.first { $0.type == "refused" }
        #expect(refused?["seq"]?.integer == 2)
        #expect(refused?["code"]?.string == "against_rule")
        let questions = try receiver.all.map { try JSONLine($0.body) }
        #expect(questions.count == 4)
        #expect(questions.allSatisfy { $0["document"]?.string == "picnic" })
        #expect(questions.compactMap { $0["seq"]?.integer }.sorted() == [1, 2, 3, 4])
    }

    @Test func `an edit without a verdict is not lost: its sender sends it again`() throws {
        let calls = Tally<Int>()
        let receiver = try HookReceiver { _ in
            // No answer, an error, nonsense; and then a verdict.
            switch calls.add(1) {
            case 1: nil
            case 2: (500, "")
            case 3: (200, "perhaps")
            default: (200, #"{"verdict":"accept"}"#)
            }
        }
        let server = try LiveServer(
            ["--rule-hook", receiver.url, "--rule-hook-milliseconds", "200"]
        )
        let editor = try server.editor()
        editor.write([#"{"type":"add","emojis":[{"text":"🌲","x":0,"y":0}],"ref":1}"#])
        let answer = try #require(editor.output.line { $0.contains(#""ref":1"#) })
        #expect(answer.contains(#""type":"ack""#), "\(answer)")
        // More when the machine is so busy that a verdict came late.
        #expect(receiver.all.count >= 4)
        #expect(server.log.contains { $0.contains("no verdict from the rule hook") })
        editor.closeInput()
        #expect(editor.finish().ending == .exit(0))
        let list = try JSONLine(try server.request("/documents").body)
        #expect(list.array?.first?["revision"]?.integer == 1)
    }

    /// Answers that are no verdict: of some of them a library made a trap, or no end.
    private static let oddAnswers = [
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nA: b\r\n\r\n",
        "HTTP/1.1 302 Found\r\nLocation: //[::1]:7/\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 302 Found\r\nLocation: //%00/\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=a\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\n{}",
        "HTTP/1.1 200 OK\r\nA: b\r\nContent-Length: 2\r\n\r\n{}", " folded\r\n\r\n",
        "HTTP/1.1 200 OK\r\n folded\r\nContent-Length: 2\r\n\r\n{}", "nonsense", "",
        "HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "{", count: 1 << 20),
        "HTTP/1.1 200 OK\r\nA: " + String(repeating: "a", count: 1 << 20) + "\r\n\r\n",
    ]

    @Test func `FA71 no answer of a hook ends the server, and each question has an end`() throws {
        let calls = Tally<Int>()
        let receiver = try HookReceiver { _ in
            let answers = Self.oddAnswers
            return (nil, answers[(calls.add(1) - 1) % answers.count])
        }
        let server = try LiveServer(
            ["--rule-hook", receiver.url, "--rule-hook-failure", "accept"]
        )
        let (socket, _) = try server.join(key: 1)
        for (index, answer) in Self.oddAnswers.enumerated() {
            socket.sendText(LiveServer.add(seq: index + 1, id: "1.\(index + 1)"))
            #expect(socket.readMessage("edit") != nil, "\(answer.prefix(80))")
        }
        #expect(receiver.all.count >= Self.oddAnswers.count)
        server.stop()
    }

    @Test func `a webhook is told of what was made, changed and left, signed and again`() throws {
        let directory = try TemporaryDirectory()
        let secret = try directory.write(String(repeating: "s", count: 32), to: "secret")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret)
        let calls = Tally<Int>()
        let receiver = try HookReceiver { _ in calls.add(1) == 1 ? (503, "") : (200, "") }
        let server = try LiveServer([
            "--webhook", receiver.url, "--webhook-seconds", "1", "--hook-secret", secret,
        ])
        let (socket, _) = try server.join(key: 1)
        for seq in 1...50 { socket.sendText(LiveServer.add(seq: seq, id: "1.\(seq)")) }
        for _ in 1...50 { #expect(socket.readMessage("edit") != nil) }
        let told: () throws -> [String] = {
            try receiver.all.map { try JSONLine($0.body)["event"]?.string ?? "" }
        }
        // The first was not taken, and comes again.
        let isTold = try Wait.until {
            try told().contains("changed") && told().count { $0 == "created" } == 2
        }
        #expect(isTold)
        socket.sendFrame(8, [0x03, 0xE8])
        #expect(try Wait.until { try told().contains("empty") })
        let changes = try receiver.all.map { try JSONLine($0.body) }.filter {
            $0["event"]?.string == "changed"
        }
        #expect(changes.last?["revision"]?.integer == 50)
        #expect(changes.count < 10, "50 edits were told \(changes.count) times")
        for request in receiver.all {
            let signature = try #require(request.header("Emojiart-Signature"))
            #expect(signature.wholeMatch(of: /t=[0-9]{10},v1=[0-9a-f]{64}/) != nil, "\(signature)")
        }
    }

    @Test func `ER11 a file of locks keeps emojis in their place, and SIGHUP reads it again`()
        throws
    {
        let directory = try TemporaryDirectory()
        let file = try directory.write("{}", to: "locks.json")
        let server = try LiveServer(["--locks", file])
        let (socket, _) = try server.join(key: 1)
        socket.sendText(LiveServer.add(seq: 1, id: "1.1"))
        #expect(socket.readMessage("edit") != nil)
        _ = try directory.write(
            #"{"picnic":{"regions":[{"x":[-10,10],"y":[-10,10]}]}}"#,
            to: "locks.json"
        )
        server.reload()
        socket.sendText(
            #"{"type":"edit","seq":2,"mark":"0000000000000002","#
                + #""operation":{"type":"delete","ids":["1.1"]}}"#
        )
        #expect(socket.readMessage("refused")?["code"]?.string == "against_rule")
        // What cannot be used changes nothing.
        _ = try directory.write("nonsense", to: "locks.json")
        server.reload(until: "settings not reloaded")
        socket.sendText(
            #"{"type":"edit","seq":3,"mark":"0000000000000003","#
                + #""operation":{"type":"delete","ids":["1.1"]}}"#
        )
        #expect(socket.readMessage("refused")?["code"]?.string == "against_rule")
    }
}
