import Terminal

enum InputSamples {
    struct Sample: Sendable, CustomStringConvertible {
        let text: String
        let event: InputEvent

        init(_ text: String, _ key: Key, _ modifiers: Modifiers = []) {
            self.text = text
            event = .key(key, modifiers)
        }

        var description: String { "\(Input.name(Array(text.utf8))) \(event)" }
    }

    /// Keys without a letter, as they were before kitty: xterm, VT220, console, rxvt, tmux.
    static let named: [Sample] = [
        Sample("\u{1b}[A", .up), Sample("\u{1b}OA", .up), Sample("\u{1b}[1;2A", .up, .shift),
        Sample("\u{1b}[B", .down), Sample("\u{1b}OB", .down), Sample("\u{1b}[1;3B", .down, .alt),
        Sample("\u{1b}[C", .right), Sample("\u{1b}OC", .right),
        Sample("\u{1b}[1;5C", .right, .control), Sample("\u{1b}O5C", .right, .control),
        Sample("\u{1b}[D", .left), Sample("\u{1b}OD", .left),
        Sample("\u{1b}[1;8D", .left, [.shift, .alt, .control]),
        Sample("\u{1b}[a", .up, .shift), Sample("\u{1b}[d", .left, .shift),
        Sample("\u{1b}Ob", .down, .control), Sample("\u{1b}Oc", .right, .control),
        Sample("\u{1b}[H", .home), Sample("\u{1b}OH", .home), Sample("\u{1b}[1~", .home),
        Sample("\u{1b}[7~", .home), Sample("\u{1b}[1;2H", .home, .shift),
        Sample("\u{1b}[7$", .home, .shift), Sample("\u{1b}[7^", .home, .control),
        Sample("\u{1b}[F", .end), Sample("\u{1b}OF", .end), Sample("\u{1b}[4~", .end),
        Sample("\u{1b}[8~", .end), Sample("\u{1b}[1;6F", .end, [.shift, .control]),
        Sample("\u{1b}[8@", .end, [.shift, .control]),
        Sample("\u{1b}[2~", .insert), Sample("\u{1b}[2;2~", .insert, .shift),
        Sample("\u{1b}[3~", .delete), Sample("\u{1b}[3;5~", .delete, .control),
        Sample("\u{1b}[3$", .delete, .shift),
        Sample("\u{1b}[5~", .pageUp), Sample("\u{1b}[5;3~", .pageUp, .alt),
        Sample("\u{1b}[6~", .pageDown), Sample("\u{1b}[6^", .pageDown, .control),
        Sample("\u{1b}[Z", .tab, .shift), Sample("\u{1b}[1;5Z", .tab, [.shift, .control]),
        Sample("\u{1b}OM", .enter), Sample("\u{1b}OI", .tab),
    ]

    static let functions: [Sample] = [
        Sample("\u{1b}OP", .function(1)), Sample("\u{1b}[P", .function(1)),
        Sample("\u{1b}[11~", .function(1)), Sample("\u{1b}[[A", .function(1)),
        Sample("\u{1b}[1;2P", .function(1), .shift), Sample("\u{1b}O1;2P", .function(1), .shift),
        Sample("\u{1b}OQ", .function(2)), Sample("\u{1b}[12~", .function(2)),
        Sample("\u{1b}[[B", .function(2)), Sample("\u{1b}[1;5Q", .function(2), .control),
        Sample("\u{1b}OR", .function(3)), Sample("\u{1b}[13~", .function(3)),
        Sample("\u{1b}[R", .function(3)), Sample("\u{1b}[[C", .function(3)),
        Sample("\u{1b}[13;2~", .function(3), .shift),
        Sample("\u{1b}OS", .function(4)), Sample("\u{1b}[14~", .function(4)),
        Sample("\u{1b}[[D", .function(4)), Sample("\u{1b}[1;3S", .function(4), .alt),
        Sample("\u{1b}[15~", .function(5)), Sample("\u{1b}[[E", .function(5)),
        Sample("\u{1b}[15;5~", .function(5), .control), Sample("\u{1b}[17~", .function(6)),
        Sample("\u{1b}[18~", .function(7)), Sample("\u{1b}[19~", .function(8)),
        Sample("\u{1b}[20~", .function(9)), Sample("\u{1b}[21~", .function(10)),
        Sample("\u{1b}[23~", .function(11)), Sample("\u{1b}[24~", .function(12)),
        Sample("\u{1b}[24;4~", .function(12), [.shift, .alt]),
        Sample("\u{1b}[24^", .function(12), .control), Sample("\u{1b}[25~", .function(13)),
        Sample("\u{1b}[28~", .function(15)), Sample("\u{1b}[34~", .function(20)),
    ]

    static let typed: [Sample] = [
        Sample("a", .character("a")), Sample("Z", .character("Z")), Sample(" ", .character(" ")),
        Sample("~", .character("~")), Sample("é", .character("é")), Sample("字", .character("字")),
        Sample("🙂", .character("🙂")), Sample("\u{a0}", .character("\u{a0}")),
        Sample("\u{0}", .character(" "), .control), Sample("\u{1}", .character("a"), .control),
        Sample("\u{3}", .character("c"), .control), Sample("\u{1a}", .character("z"), .control),
        Sample("\u{1c}", .character("\\"), .control), Sample("\u{1d}", .character("]"), .control),
        Sample("\u{1e}", .character("^"), .control), Sample("\u{1f}", .character("_"), .control),
        Sample("\r", .enter), Sample("\n", .enter), Sample("\t", .tab),
        Sample("\u{7f}", .backspace), Sample("\u{8}", .backspace),
        Sample("\u{1b}a", .character("a"), .alt), Sample("\u{1b}A", .character("A"), .alt),
        Sample("\u{1b}é", .character("é"), .alt), Sample("\u{1b}🙂", .character("🙂"), .alt),
        Sample("\u{1b}\r", .enter, .alt), Sample("\u{1b}\u{7f}", .backspace, .alt),
        Sample("\u{1b}\u{1}", .character("a"), [.alt, .control]),
        Sample("\u{1b}\\", .character("\\"), .alt),
        Sample("\u{1b}Oj", .character("*")), Sample("\u{1b}Ok", .character("+")),
        Sample("\u{1b}On", .character(".")), Sample("\u{1b}Op", .character("0")),
        Sample("\u{1b}Oy", .character("9")), Sample("\u{1b}OX", .character("=")),
    ]

    /// What is neither: mouse, paste, focus, answers, and what nobody knows.
    static let others: [String] = [
        "\u{1b}[<0;300;5M", "\u{1b}[<0;300;5m", "\u{1b}[<35;1;1M", "\u{1b}[<65;9;9M",
        "\u{1b}[M !!", "\u{1b}[M#\u{7f}~", "\u{1b}[I", "\u{1b}[O", "\u{1b}[12;34R",
        "\u{1b}[?2026;2$y", "\u{1b}[?1u", "\u{1b}]11;rgb:ffff/8080/0000\u{1b}\\",
        "\u{1b}]11;rgb:00/00/00\u{7}", "\u{1b}[?62;22c", "\u{1b}[200~one\u{1b}[2two\u{1b}[201~",
        "\u{1b}[200~\u{1b}[201~", "\u{1b}P>|tmux 3.3a\u{1b}\\", "\u{1b}_Gi=1;OK\u{1b}\\",
        "\u{1b}^message\u{1b}\\", "\u{1b}Xstart\u{7}", "\u{1b}[>1;2c", "\u{1b}[9;9t",
        "\u{1b}[97;5u", "\u{1b}[1089::99;5:1u", "\u{1b}[27;5;97~", "\u{1b}[57414u",
        "\u{1b}[12\u{1b}[A", "\u{1b}]2;title\u{1b}[B", "\u{1b}\u{1b}[C",
    ]

    static let recording: [UInt8] = {
        Array((keys.map(\.text) + others).joined().utf8)
    }()

    static let keys = named + functions + typed
}
