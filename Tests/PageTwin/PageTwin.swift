internal import Foundation
internal import PageCore
internal import Sync
internal import Synchronization

/// The page's core as this machine runs it, for Tests/Browser/unit/twin.test.js, which compares it
/// with the WebAssembly.
///
/// A call is a byte for which, a time in milliseconds (8 bytes), a count of bytes (4) and those;
/// the answer is a count (4) and as many bytes. All numbers are little-endian.
@main struct PageTwin {
    private var page = PageReplica()
    /// The marks of edits are counted here and there.
    private static let marks = Atomic<UInt64>(0)
    private var input: [UInt8] = []
    private var start = 0

    static func main() {
        var twin = PageTwin()
        while let head = twin.take(13), let bytes = twin.take(Int(number(head[9...]))) {
            var answer = twin.call(head[0], bytes, now: number(head[1..<9]))
            while true {
                let news = twin.page.news()
                if news.isEmpty { break }
                answer += [UInt8(ascii: "\n")] + news
            }
            let count = (0..<4).map { UInt8(truncatingIfNeeded: answer.count >> (8 * $0)) }
            FileHandle.standardOutput.write(Data(count + answer))
        }
    }

    /// The next bytes of the input; nil at its end.
    private mutating func take(_ count: Int) -> [UInt8]? {
        while input.count - start < count {
            let more = FileHandle.standardInput.availableData
            guard !more.isEmpty else { return nil }
            input.removeFirst(start)
            start = 0
            input += more
        }
        defer { start += count }
        return Array(input[start..<(start + count)])
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func number(_ bytes: some BidirectionalCollection<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Does what is asked for; what it answers.
    private mutating func call(_ number: UInt8, _ bytes: [UInt8], now: UInt64) -> [UInt8] {
        switch number {
        case 0:
            page =
                PageReplica(bytes.span) { Self.marks.add(1, ordering: .relaxed).newValue }
                ?? PageReplica()
        case 1: page.replica.connected()
        case 2: page.replica.disconnected()
        case 3: page.replica.receive(bytes.span)
        case 4: return page.edit(bytes.span)
        case 5: return Array((page.share(bytes.span, now: now) ?? "").utf8)
        case 6: page.replica.endGesture(now: now)
        case 7: page.replica.cancelGesture(now: now)
        case 8: page.replica.wake(now: now)
        case 9: return Array("\(page.restore(text(bytes)))".utf8)
        case 10: return PageReplica.read(bytes)
        case 11: return [page.become(text(bytes)) ? UInt8(ascii: "1") : UInt8(ascii: "0")]
        case 12: return [page.takeOver(text(bytes)) ? UInt8(ascii: "1") : UInt8(ascii: "0")]
        case 13: page.replica.decide(adding: now % 2 == 1)
        default: preconditionFailure("There is no such call.")
        }
        return []
    }
}
