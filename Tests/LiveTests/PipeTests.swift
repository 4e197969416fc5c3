import Foundation
import Testing

/// `emojiart` in a pipe: what programs may rely on.
struct PipeTests {
    @Test func `TN1 standard output holds only JSON lines, whatever the command`() throws {
        let server = try LiveServer()
        for arguments in [
            ["add", "🌲", "--x", "5"], ["add", "🌳"], ["move", "1.1", "--dx", "3"],
            ["scale", "1.1", "--factor", "1.5"], ["arrange", "1.1", "--to", "front"],
            ["background", "https://example.org/a.png"], ["undo"], ["redo"], ["delete", "1.1"],
            ["watch", "--once"],
        ] {
            let run = try server.emojiart(arguments[0], Array(arguments.dropFirst()))
            #expect(run.ending == .exit(0), "\(arguments): \(run.errors)")
            #expect(try JSONLine.objects(run.output).count == 1, "\(arguments)")
            #expect(run.errors.isEmpty, "\(arguments): \(run.errors)")
        }
        for arguments in [
            ["add", "tree"], ["move", "1", "--dx", "3"], ["scale", "1.1", "--factor", "0"],
            ["background", "ftp://a"], ["arrange", "1.1", "--to", "up"], ["edit"], ["nothing"],
        ] {
            let run = try server.emojiart(arguments[0], Array(arguments.dropFirst()))
            #expect(run.ending == .exit(2), "\(arguments)")
            #expect(run.output.isEmpty, "\(arguments): \(run.output)")
            #expect(!run.errors.isEmpty, "\(arguments)")
        }
    }

    @Test func `TN1 negative numbers are taken, and the page's address is as good`() throws {
        let server = try LiveServer()
        let page = server.url().replacing("ws://", with: "http://")
            .replacing("/documents/", with: "/canvas/")
        #expect(page.contains("/canvas/"))
        for arguments in [
            ["add", page, "🌲", "--x", "-150", "--y", "-20"],
            ["move", page, "1.1", "--dx", "-7", "--dy", "-3"],
        ] {
            let run = try Program("emojiart", arguments + ["--state", server.directory.path("s")])
                .finish()
            #expect(run.ending == .exit(0), "\(arguments): \(run.errors)")
        }
        let emoji = try JSONLine(server.export())["emojis"]?.array?.first
        #expect(emoji?["position"]?["x"]?.integer == -157)
        #expect(emoji?["position"]?["y"]?.integer == -23)
    }

    @Test func `TN1 an edit of nothing says so, and a mistake is named`() throws {
        let server = try LiveServer()
        let run = try server.emojiart("delete", ["9.9"])
        #expect(run.ending == .exit(0))
        #expect(run.errors.joined().contains("no effect"), "\(run.errors)")
        #expect(try server.emojiart("add", ["🌲"]).errors.isEmpty)
        for (arguments, words) in [
            (["arrange", "1.1", "front"], ["'front'", "--to front"]),
            (["delete", "tree"], ["'tree'", "1.1"]),
        ] {
            let run = try server.emojiart(arguments[0], Array(arguments.dropFirst()))
            #expect(run.ending == .exit(2))
            for word in words { #expect(run.errors.joined().contains(word), "\(run.errors)") }
        }
    }

    @Test func `TN2 each line is answered at once, with its ref`() throws {
        let server = try LiveServer()
        let editor = try server.editor()
        // One after another: the answer comes before the next line is written.
        for (line, type, ref) in [
            (#"{"type":"add","emojis":[{"text":"🌲","x":1,"y":2}],"ref":"a"}"#, "ack", #""a""#),
            (#"{"type":"move","ids":["1.1"],"dx":5,"dy":0,"ref":17}"#, "ack", "17"),
            (#"{"type":"redo","ref":"ö\n\"🌲"}"#, "refused", #""ö\n\"🌲""#),
            (#"{"type":"move","ids":["1.1"],"ref":"c"}"#, "error", #""c""#),
            (#"{"type":"jump","ref":"d"}"#, "error", #""d""#),
            (#"{"type":"undo"}"#, "ack", "null"), ("{", "error", "null"),
        ] {
            let count = editor.output.lines.count
            editor.write([line])
            #expect(editor.output.waitForLines(count + 1))
            let answer = try JSONLine(editor.output.lines.dropFirst(count).first ?? "null")
            #expect(answer.type == type, "\(line): \(answer)")
            #expect(try answer["ref"] == (ref == "null" ? nil : JSONLine(ref)), "\(line)")
        }
        editor.closeInput()
        #expect(editor.finish().ending == .exit(4))
        let added = try JSONLine(editor.output.lines.first ?? "null")
        #expect(try added["ids"] == JSONLine(#"["1.1"]"#))
    }

    @Test func `TN3 the end of the input waits for all answers`() throws {
        let server = try LiveServer()
        let lines = (0..<700).map { number in
            #"{"type":"add","emojis":[{"text":"🌲","x":\#(number),"y":0}],"ref":\#(number)}"#
        }
        let run = try server.emojiart("edit", ["--json"], input: lines)
        #expect(run.ending == .exit(0))
        let answers = try JSONLine.objects(run.output)
        #expect(answers.map { $0["ref"]?.integer } == Array(0..<700))
        #expect(answers.map { $0["revision"]?.integer } == Array(1...700))
    }

    @Test func `TN3 no server exits 3, no answer in time exits 5, an interrupt 130`() throws {
        let server = try LiveServer()
        let editor = try server.editor()
        editor.write([#"{"type":"add","emojis":[{"text":"🌲","x":1,"y":2}],"ref":1}"#])
        #expect(editor.output.waitForLines(1))
        let late = try Program(
            "emojiart",
            ["edit", server.url(), "--json", "--state", server.state, "--timeout", "2"]
        )
        late.write([#"{"type":"add","emojis":[{"text":"🌳","x":1,"y":2}],"ref":2}"#])
        #expect(late.output.waitForLines(1))
        // Stopped, it takes edits and answers none.
        server.program.signal(SIGSTOP)
        late.write([#"{"type":"undo","ref":3}"#])
        late.closeInput()
        let run = late.finish()
        #expect(run.ending == .exit(5))
        #expect(run.output.count == 1)
        #expect(run.errors.joined().contains("timeout"), "\(run.errors)")
        server.program.signal(SIGCONT)
        editor.signal(SIGINT)
        #expect(editor.finish().ending == .exit(130))
        server.stop()
        let none = try server.emojiart("add", ["🌲"])
        #expect(none.ending == .exit(3))
        #expect(none.output.isEmpty)
        #expect(!none.errors.isEmpty)
    }

    @Test func `TN5 a reader that goes away ends the program quietly`() throws {
        let server = try LiveServer()
        let run = try Program(
            "/bin/sh",
            [
                "-c", #""$0" watch "$1" | head -n 1; echo gone >&2"#,
                Program.folder + "/emojiart", server.url(),
            ],
            under: ["/usr/bin/env", "--default-signal=PIPE"]
        )
        #expect(run.output.waitForLines(1))
        // It notices at its next line.
        for _ in 1...2 { #expect(try server.emojiart("add", ["🌲"]).ending == .exit(0)) }
        let end = run.finish()
        #expect(end.ending == .exit(0))
        #expect(end.output.count == 1)
        #expect(end.errors == ["gone"])
    }

    @Test func `UN13 SY3 programs share a directory of keys, each with its own`() throws {
        let server = try LiveServer()
        var programs: [Program] = []
        for id in ["1.1", "2.1"] {
            let program = try server.editor()
            program.write([#"{"type":"add","emojis":[{"text":"🌲","x":1,"y":2}]}"#])
            #expect(program.output.waitForLines(1))
            let answer = try JSONLine(program.output.lines.first ?? "null")
            #expect(answer["ids"]?.array?.first?.string == id)
            programs.append(program)
        }
        for program in programs {
            program.closeInput()
            #expect(program.finish().ending == .exit(0))
        }
        // Both keys are free: a later program is the first client again.
        let undo = try server.emojiart("undo")
        #expect(undo.ending == .exit(0))
        let state = try server.emojiart("watch", ["--once"])
        let emojis = try JSONLine(state.output.first ?? "null")["emojis"]?.array
        #expect(emojis?.map { $0["id"]?.string } == ["2.1"])
    }
}
