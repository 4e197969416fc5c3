import Testing
import Wire

struct CodeTests {
    private let page: ProtocolPage

    init() throws { page = try ProtocolPage.read() }

    @Test func `ER1 the page lists every refusal with its text`() {
        let rows = page.table("code", "text")
        #expect(rows.map { $0[0] } == RefusalCode.allCases.map(\.rawValue))
        #expect(rows.map { $0[1] } == RefusalCode.allCases.map(\.text))
    }

    @Test func `ER7 the page lists every close code with what a client does next`() {
        let rows = page.table("close", "name", "connect again", "why")
        #expect(rows.count == CloseCode.allCases.count)
        for code in CloseCode.allCases {
            let row = rows.first { $0[0] == String(code.rawValue) }
            #expect(row?[1] == code.name)
            #expect(row?[2] == code.retry.rawValue)
        }
        let soon = rows.prefix { $0[2] == "soon" }
        #expect(!rows.dropFirst(soon.count).contains { $0[2] == "soon" })
    }

    @Test func `ER3 names of codes are plain words, each once`() {
        let names = CloseCode.allCases.map(\.name)
        #expect(Set(names).count == names.count)
        for name in names + RefusalCode.allCases.map(\.rawValue) {
            #expect(name.wholeMatch(of: /[a-z][a-z0-9_]*/) != nil)
        }
    }

    @Test func `ER1 a refusal tells a person what to do in one sentence`() {
        for code in RefusalCode.allCases {
            #expect(code.text.hasSuffix("."))
            #expect(code.text.utf8.count <= 80)
            #expect(RefusalCode(rawValue: code.rawValue) == code)
        }
    }

    @Test func `SM8 a refusal carries its text`() {
        for code in RefusalCode.allCases {
            let bytes = ServerMessage.refused(seq: 1, code: code.rawValue).encoded
            #expect(Messages.text(bytes).contains(code.text))
        }
    }
}
