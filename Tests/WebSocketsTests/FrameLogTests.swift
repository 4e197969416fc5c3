import Testing

@testable import WebSockets

@Suite struct FrameLogTests {
    /// What a follower would write from a cursor to the end.
    private func drain(_ log: FrameLog, _ cursor: inout FrameLog.Cursor) -> [UInt8]? {
        var bytes: [UInt8] = []
        while true {
            switch log.pending(&cursor) {
            case .nothing: return bytes
            case .trimmed: return nil
            case .bytes(let chunk, let offset):
                unsafe chunk.withBytes(from: offset) { unsafe bytes.append(contentsOf: $0) }
                log.advance(&cursor)
            }
        }
    }

    private func payload(_ index: Int, count: Int = 10_000) -> [UInt8] {
        Array("\(index) ".utf8) + [UInt8](repeating: 0x78, count: count)
    }

    @Test func `a cursor at any frame reads from there to the end`() throws {
        let log = FrameLog(firstIndex: 7)
        for index in 7..<60 { log.append(payload(index)) }
        #expect(log.firstIndex == 7 && log.endIndex == 60)
        for start in 7...60 {
            var cursor = log.cursor(at: start)
            let expected = (start..<60).flatMap { Frame(text: payload($0)).bytes }
            #expect(drain(log, &cursor) == expected, "from \(start)")
        }
    }

    @Test func `a cursor at the end gets what is appended later`() {
        let log = FrameLog()
        var early = log.cursor(at: 0)
        #expect(drain(log, &early) == [])
        for index in 0..<20 {
            var late = log.cursor(at: log.endIndex)
            log.append(payload(index, count: 30_000))
            let expected = Frame(text: payload(index, count: 30_000)).bytes
            #expect(drain(log, &early) == expected)
            #expect(drain(log, &late) == expected)
        }
    }

    @Test func `a frame larger than a chunk is one chunk of its own`() {
        let log = FrameLog()
        log.append(payload(0))
        log.append(payload(1, count: 200_000))
        log.append(payload(2))
        var cursor = log.cursor(at: 1)
        let expected = [(1, 200_000), (2, 10_000)].flatMap {
            Frame(text: payload($0.0, count: $0.1)).bytes
        }
        #expect(drain(log, &cursor) == expected)
        #expect(log.byteCount == expected.count + Frame(text: payload(0)).bytes.count)
    }

    @Test func `trim drops whole chunks, truthfully, and only laggards notice`() {
        let log = FrameLog()
        for index in 0..<100 { log.append(payload(index)) }
        var laggard = log.cursor(at: 3)
        var current = log.cursor(at: 90)
        let end = log.cursor(at: 100)
        log.trim(to: 50)
        #expect(log.firstIndex > 40 && log.firstIndex <= 50)
        let kept = (log.firstIndex..<100).flatMap { Frame(text: payload($0)).bytes }
        #expect(log.byteCount == kept.count)
        #expect(drain(log, &laggard) == nil)
        #expect(drain(log, &current) == (90..<100).flatMap { Frame(text: payload($0)).bytes })
        log.trim(to: 100)
        #expect(log.firstIndex == 100 && log.endIndex == 100 && log.byteCount == 0)
        log.append(payload(100))
        for var cursor in [current, end, log.cursor(at: 100)] {
            #expect(drain(log, &cursor) == Frame(text: payload(100)).bytes)
        }
    }
}
