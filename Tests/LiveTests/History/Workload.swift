import Synchronization
import TestKit

/// The emojis that a run's clients know of: they edit each other's.
final class KnownEmojis: Sendable {
    private let ids = Mutex<[String]>([])

    func add(_ new: [String]) { ids.withLock { $0 += new } }

    /// Some of the latest ones.
    func some(_ count: Int, using random: inout SplitMix64) -> [String] {
        let latest = ids.withLock { $0.suffix(80) }
        return (0..<count).compactMap { _ in latest.randomElement(using: &random) }
    }
}

/// The edits of one client, drawn from a seed.
///
/// Hardly two edits of a run are alike: what is found in the history tells which edit it is.
struct Workload {
    let writer: Int
    private var random: SplitMix64
    private var made = 0

    init(writer: Int, seed: UInt64) {
        self.writer = writer
        random = SplitMix64(seed: seed &+ UInt64(writer) &* 0x2545_f491_4f6c_dd1d)
    }

    mutating func next(
        _ known: KnownEmojis,
        mint: () -> String? = { nil }
    ) -> HistoryOperation {
        made += 1
        let ids = known.some(Int.random(in: 1...3, using: &random), using: &random)
        let kind = ids.isEmpty ? 0 : Int.random(in: 0..<100, using: &random)
        switch kind {
        case ..<30:
            let text = ["🌲", "🌳", "🚲", "🌵"].randomElement(using: &random) ?? "🌲"
            return .add([.init(id: mint(), text: text, x: made, y: writer)])
        case ..<75:
            let sign = Bool.random(using: &random) ? 1 : -1
            return .move(ids, dx: sign * made, dy: writer)
        // To the bounds and back.
        case ..<80: return .move(ids, dx: made - 1_500_000, dy: writer)
        case ..<85: return .move(ids, dx: 1_500_000 - made, dy: -writer)
        case ..<91:
            let factors: [Double] = [2, 0.5, 1.5, 1.000_001]
            let factor = factors.randomElement(using: &random) ?? 2
            return .scale(ids, by: factor)
        case ..<95: return .delete(Array(ids.prefix(1)))
        default:
            // Under a number that no client has: refused.
            let id = "2000000000.\(writer * 1_000_000 + made)"
            return .add([.init(id: id, text: "🌲", x: made, y: writer)])
        }
    }
}

extension HistoryOperation {
    /// The operation as a program reads it, with the caller's mark if there is one.
    func line(ref: Int? = nil) -> String {
        var fields = [#""type":"\#(type)""#]
        if let emojis {
            let texts = emojis.map { emoji in
                let id = emoji.id.map { #""id":"\#($0)","# } ?? ""
                return #"{\#(id)"text":"\#(emoji.text)","x":\#(emoji.x),"y":\#(emoji.y)}"#
            }
            fields.append(#""emojis":[\#(texts.joined(separator: ","))]"#)
        }
        if let ids {
            let names = ids.map { "\"\($0)\"" }.joined(separator: ",")
            fields.append("\"ids\":[\(names)]")
        }
        if let dx { fields.append(#""dx":\#(dx)"#) }
        if let dy { fields.append(#""dy":\#(dy)"#) }
        if let factor {
            let whole = Int(factor)
            let text = Double(whole) == factor ? String(whole) : String(factor)
            fields.append("\"factor\":\(text)")
        }
        if type == "background" { fields.append(#""url":\#(url.map { "\"\($0)\"" } ?? "null")"#) }
        if let ref { fields.append(#""ref":\#(ref)"#) }
        return "{\(fields.joined(separator: ","))}"
    }
}
