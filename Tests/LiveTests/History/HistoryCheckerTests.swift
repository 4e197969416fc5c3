import Testing

/// The checker itself: it takes a history that is right, and finds what is wrong in others.
struct HistoryCheckerTests {
    /// A short history of two clients and an observer; `Ben` never learnt what became of his edit.
    private static let good = [
        #"{"type":"state","who":"eye","revision":0,"checksum":"0000000000000000","emojis":[]}"#,
        #"{"type":"invoke","who":"Ada","ref":1,"operation":{"type":"add","emojis":["#
            + #"{"text":"🌲","x":10,"y":0,"size":40}]}}"#,
        #"{"type":"edit","who":"eye","revision":1,"client":1,"seq":1,"operation":{"type":"add","#
            + #""emojis":[{"id":"1.1","text":"🌲","x":10,"y":0,"size":40}]}}"#,
        #"{"type":"ack","who":"Ada","ref":1,"revision":1,"seq":1,"ids":["1.1"]}"#,
        #"{"type":"invoke","who":"Ada","ref":2,"operation":{"type":"move","ids":["1.1"],"#
            + #""dx":1000000,"dy":7}}"#,
        #"{"type":"invoke","who":"Ben","ref":1,"operation":{"type":"scale","ids":["1.1"],"#
            + #""factor":0.5}}"#,
        #"{"type":"invoke","who":"Ada","ref":3,"operation":{"type":"add","emojis":["#
            + #"{"id":"9.1","text":"🌲","x":5,"y":5}]}}"#,
        #"{"type":"edit","who":"eye","revision":2,"client":1,"seq":2,"operation":{"#
            + #""type":"move","ids":["1.1"],"dx":999990,"dy":7}}"#,
        #"{"type":"ack","who":"Ada","ref":2,"revision":2,"seq":2}"#,
        #"{"type":"refused","who":"Ada","ref":3,"seq":3,"code":"foreign_id"}"#,
        #"{"type":"edit","who":"eye","revision":3,"client":2,"seq":1,"operation":{"type":"#
            + #""scale","ids":["1.1"],"factor":0.5}}"#,
        #"{"type":"state","who":"late","revision":3,"emojis":["#
            + #"{"id":"1.1","text":"🌲","x":1000000,"y":7,"size":20,"z":1}]}"#,
        #"{"type":"final","who":"end","revision":3,"emojis":["#
            + #"{"id":"1.1","text":"🌲","x":1000000,"y":7,"size":20,"z":1}]}"#,
    ]

    /// What the checker says of the good history with something else in it.
    private func violations(
        replacing old: String = "",
        with new: String = "",
        dropping dropped: Int? = nil,
        adding more: [String] = []
    ) throws -> [String] {
        var lines = Self.good
        if let dropped { lines.remove(at: dropped) }
        lines += more
        if !old.isEmpty { #expect(lines.contains { $0.contains(old) }) }
        return HistoryChecker(
            try lines.map { line in
                try HistoryEvent(line: old.isEmpty ? line : line.replacing(old, with: new))
            }
        ).violations
    }

    private func expect(_ rule: Character, in violations: [String]) {
        #expect(violations.contains { $0.hasPrefix("(\(rule))") }, "\(violations)")
    }

    @Test func `a history that is right has no violation`() throws {
        let violations = try violations()
        #expect(violations.isEmpty, "\(violations)")
    }

    @Test func `two clients that asked for the same are told apart by their numbers`() throws {
        // Ann asks for what Ben did, before she is acknowledged as another client than he is.
        let ask = Self.good[5].replacing("Ben", with: "Ann")
        var lines = Self.good
        lines.insert(ask, at: 6)
        lines += [
            Self.good[5].replacing("Ben", with: "Ann").replacing(#""ref":1"#, with: #""ref":2"#)
                .replacing("0.5", with: "2"),
            Self.good[10].replacing(#""revision":3"#, with: #""revision":4"#)
                .replacing(#""client":2,"seq":1"#, with: #""client":3,"seq":2"#)
                .replacing("0.5", with: "2"),
            #"{"type":"ack","who":"Ann","ref":2,"revision":4,"seq":2}"#,
        ]
        let last = lines.firstIndex { $0.contains("final") }
        if let last { lines.remove(at: last) }
        let violations = HistoryChecker(try lines.map { try HistoryEvent(line: $0) }).violations
        #expect(violations.isEmpty, "\(violations)")
    }

    @Test func `(a) a gap, a repeat and a way back are found`() throws {
        expect("a", in: try violations(dropping: 7))
        expect("a", in: try violations(adding: [Self.good[10]]))
        expect("a", in: try violations(adding: [Self.good[0]]))
    }

    @Test func `(b) observers that were told different things are found`() throws {
        let other = Self.good[2].replacing("eye", with: "ear")
        #expect(try violations(adding: [other]).isEmpty)
        expect("b", in: try violations(adding: [other.replacing("🌲", with: "🌳")]))
        expect("b", in: try violations(adding: [other.replacing(#""seq":1"#, with: #""seq":2"#)]))
        // A snapshot that is not what the edits lead to.
        expect(
            "b",
            in: try violations(replacing: #""late","revision":3"#, with: #""late","revision":2"#)
        )
    }

    @Test func `(c) an acknowledged edit that is lost, changed or doubled is found`() throws {
        // Of the last revision nobody was told.
        expect(
            "c",
            in: try violations(adding: [
                Self.good[4].replacing(#""ref":2"#, with: #""ref":4"#),
                #"{"type":"ack","who":"Ada","ref":4,"revision":4,"seq":4}"#,
            ])
        )
        expect(
            "c",
            in: try violations(replacing: #""seq":2,"operation""#, with: #""seq":9,"operation""#)
        )
        expect("c", in: try violations(replacing: #""dx":1000000,"dy":7"#, with: #""dx":1,"dy":7"#))
        expect("c", in: try violations(replacing: #""ids":["1.1"]}"#, with: #""ids":["1.2"]}"#))
        expect("c", in: try violations(adding: [Self.good[8]]))
        // The same seq a second time, one revision on.
        let again = Self.good[7].replacing(#""revision":2"#, with: #""revision":4"#)
        expect("c", in: try violations(adding: [again]))
    }

    @Test func `(d) answers in another order than the edits are found`() throws {
        var lines = Self.good
        lines.insert(lines.remove(at: 4), at: 1)
        expect("d", in: HistoryChecker(try lines.map { try HistoryEvent(line: $0) }).violations)
        // Made after revision 3 was seen, and put before it.
        let late = [
            #"{"type":"invoke","who":"Cleo","ref":1,"operation":{"type":"move","ids":["1.1"],"#
                + #""dx":1000000,"dy":7}}"#,
            #"{"type":"ack","who":"Cleo","ref":1,"revision":2,"seq":2}"#,
        ]
        expect("d", in: try violations(adding: late))
    }

    @Test func `(e) a refused edit that is there all the same is found`() throws {
        let there =
            #"{"type":"edit","who":"eye","revision":4,"client":1,"seq":3,"operation":"#
            + #"{"type":"add","emojis":[{"id":"9.1","text":"🌲","x":5,"y":5,"size":40}]}}"#
        expect("e", in: try violations(adding: [there]))
    }

    @Test func `(e) a refusal that nothing explains is found`() throws {
        expect("e", in: try violations(replacing: "foreign_id", with: "id_taken"))
        // Under its author's own number there is nothing to refuse.
        expect("e", in: try violations(replacing: #""id":"9.1""#, with: #""id":"1.9""#))
        let move = Self.good[4].replacing(#""ref":2"#, with: #""ref":4"#)
        let refused = Self.good[9].replacing(#""ref":3"#, with: #""ref":4"#)
        expect("e", in: try violations(adding: [move, refused]))
    }

    @Test func `(e) an add under another client's number that was accepted is found`() throws {
        let made = [
            Self.good[6].replacing(#""ref":3"#, with: #""ref":4"#).replacing("9.1", with: "9.2"),
            #"{"type":"edit","who":"eye","revision":4,"client":1,"seq":4,"operation":"#
                + #"{"type":"add","emojis":[{"id":"9.2","text":"🌲","x":5,"y":5,"size":40}]}}"#,
            #"{"type":"ack","who":"Ada","ref":4,"revision":4,"seq":4,"ids":["9.2"]}"#,
        ]
        expect("e", in: try violations(adding: made))
    }

    @Test func `(f) an edit that nobody made, or that was made once and is there twice, is found`()
        throws
    {
        let again = Self.good[10].replacing(#""revision":3"#, with: #""revision":4"#)
            .replacing(#""seq":1"#, with: #""seq":2"#)
        expect("f", in: try violations(adding: [again]))
        expect("f", in: try violations(dropping: 5))
    }

    @Test func `(g) a move beyond the bounds, or a wrong checksum, is found`() throws {
        expect("g", in: try violations(replacing: #""dx":999990"#, with: #""dx":999991"#))
        let checksum = #"{"type":"edit","who":"eye","revision":1,"checksum":"0000000000000001""#
        let plain = #"{"type":"edit","who":"eye","revision":1"#
        expect("g", in: try violations(replacing: plain, with: checksum))
    }

    @Test func `(h) final states that differ are found`() throws {
        expect(
            "h",
            in: try violations(replacing: #""end","revision":3"#, with: #""end","revision":2"#)
        )
        let other = Self.good[12].replacing("end", with: "other").replacing("20", with: "21")
        expect("h", in: try violations(adding: [other]))
    }

    @Test func `CK4 CK6 the model's checksum is that of the page`() {
        var canvas = HistoryCanvas()
        #expect(canvas.checksum == "0000000000000000")
        canvas.apply(.add([.init(id: "1.1", text: "🌲", x: 0, y: 0, size: 40)]))
        #expect(canvas.checksum == "172bda24c0c8a873")
        canvas.apply(canvas.effective(.move(["1.1"], dx: 3, dy: -2_000_000)))
        let moved = HistoryOperation.Emoji(
            id: "1.1",
            text: "🌲",
            x: 3,
            y: -1_000_000,
            size: 40,
            z: 1
        )
        #expect(canvas.drawn == [moved])
    }
}
