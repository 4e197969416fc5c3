import Terminal
import Testing

struct InputMouseTests {
    private static func mouse(
        _ action: Mouse.Action,
        _ column: Int,
        _ row: Int,
        _ modifiers: Modifiers = []
    ) -> [InputEvent] {
        [.mouse(Mouse(action, column: column, row: row, modifiers: modifiers))]
    }

    @Test func `TC1 a release is an m and tells the button`() {
        #expect(Input.events("\u{1b}[<0;1;1M") == Self.mouse(.press(.left), 0, 0))
        #expect(Input.events("\u{1b}[<0;1;1m") == Self.mouse(.release(.left), 0, 0))
        #expect(Input.events("\u{1b}[<1;2;3M") == Self.mouse(.press(.middle), 1, 2))
        #expect(Input.events("\u{1b}[<1;2;3m") == Self.mouse(.release(.middle), 1, 2))
        #expect(Input.events("\u{1b}[<2;2;3M") == Self.mouse(.press(.right), 1, 2))
        #expect(Input.events("\u{1b}[<2;2;3m") == Self.mouse(.release(.right), 1, 2))
    }

    @Test func `TC1 there is no largest column`() {
        for column in [223, 224, 255, 256, 500, 1_000, 9_999] {
            let text = "\u{1b}[<0;\(column);\(column + 1)M"
            #expect(Input.events(text) == Self.mouse(.press(.left), column - 1, column))
        }
    }

    @Test func `TC1 drags, moves and wheels`() {
        #expect(Input.events("\u{1b}[<32;4;5M") == Self.mouse(.drag(.left), 3, 4))
        #expect(Input.events("\u{1b}[<33;4;5M") == Self.mouse(.drag(.middle), 3, 4))
        #expect(Input.events("\u{1b}[<34;4;5M") == Self.mouse(.drag(.right), 3, 4))
        #expect(Input.events("\u{1b}[<35;4;5M") == Self.mouse(.move, 3, 4))
        #expect(Input.events("\u{1b}[<35;4;5m") == Self.mouse(.move, 3, 4))
        #expect(Input.events("\u{1b}[<64;4;5M") == Self.mouse(.wheel(.up), 3, 4))
        #expect(Input.events("\u{1b}[<65;4;5M") == Self.mouse(.wheel(.down), 3, 4))
        #expect(Input.events("\u{1b}[<66;4;5M") == Self.mouse(.wheel(.left), 3, 4))
        #expect(Input.events("\u{1b}[<67;4;5M") == Self.mouse(.wheel(.right), 3, 4))
        #expect(Input.events("\u{1b}[<65;4;5m") == [])
        #expect(Input.events("\u{1b}[<32;4;5m") == Self.mouse(.release(.left), 3, 4))
    }

    @Test func `keys are held with the mouse`() {
        for (bits, modifiers): (Int, Modifiers) in [
            (4, .shift), (8, .alt), (16, .control), (28, [.shift, .alt, .control]),
        ] {
            let press = Input.events("\u{1b}[<\(bits);1;1M")
            #expect(press == Self.mouse(.press(.left), 0, 0, modifiers))
            let wheel = Input.events("\u{1b}[<\(64 + bits);1;1M")
            #expect(wheel == Self.mouse(.wheel(.up), 0, 0, modifiers))
            let move = Input.events("\u{1b}[<\(35 + bits);1;1M")
            #expect(move == Self.mouse(.move, 0, 0, modifiers))
        }
    }

    @Test func `cells that are not there are the nearest ones`() {
        #expect(Input.events("\u{1b}[<0;0;0M") == Self.mouse(.press(.left), 0, 0))
        let huge = "\u{1b}[<0;99999999999999999999;99999999999999999999M"
        #expect(Input.events(huge) == Self.mouse(.press(.left), 65_535, 65_535))
    }

    @Test(arguments: [
        "0;1M", "0;1;1;1M", "0;;1M", ";1;1M", "M", "128;1;1M", "256;1;1M", "0;-1;5M", "0:1;1;1M",
    ])
    func `reports of no mouse are swallowed`(body: String) {
        #expect(Input.events("\u{1b}[<\(body)a") == [.key(.character("a"))])
    }

    @Test func `the encoding of X10 is read`() {
        #expect(Input.events("\u{1b}[M !!") == Self.mouse(.press(.left), 0, 0))
        #expect(Input.events("\u{1b}[M\"+,") == Self.mouse(.press(.right), 10, 11))
        #expect(Input.events("\u{1b}[M@!!") == Self.mouse(.drag(.left), 0, 0))
        #expect(Input.events("\u{1b}[MC!!") == Self.mouse(.move, 0, 0))
        #expect(Input.events("\u{1b}[M`!!") == Self.mouse(.wheel(.up), 0, 0))
        #expect(Input.events("\u{1b}[Ma!!") == Self.mouse(.wheel(.down), 0, 0))
        #expect(Input.events("\u{1b}[M0!!") == Self.mouse(.press(.left), 0, 0, .control))
        let far: [UInt8] = [0x1b, 0x5b, 0x4d, 0x20, 0xff, 0x80]
        #expect(Input.events(far) == Self.mouse(.press(.left), 222, 95))
        let farther: [UInt8] = [0x1b, 0x5b, 0x4d, 0x20, 0x00, 0x21]
        #expect(Input.events(farther) == Self.mouse(.press(.left), 0, 0))
        #expect(Input.events("\u{1b}[M \u{1b}[A") == [.key(.up)])
    }

    @Test func `a release without a button is that of the one held`() {
        let events = Input.events("\u{1b}[M\"!!\u{1b}[M#\"\"")
        #expect(events == Self.mouse(.press(.right), 0, 0) + Self.mouse(.release(.right), 1, 1))
        #expect(Input.events("\u{1b}[M#!!") == Self.mouse(.release(.left), 0, 0))
    }
}
