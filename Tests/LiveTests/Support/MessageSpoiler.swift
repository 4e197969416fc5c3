import Foundation
import TestKit

/// Messages of the protocol's vectors, spoilt by chance.
struct MessageSpoiler {
    private let texts: [[UInt8]]

    init() throws {
        let vectors = try Data(contentsOf: Repository.vectors("messages.json"))
        let groups = try JSONLine(Array(vectors))["client"]
        texts = ["good", "refused", "bad"].flatMap { name in
            (groups?[name]?.array ?? []).compactMap { $0["text"]?.string.map { Array($0.utf8) } }
        }
    }

    /// A message, mostly with the seq that is next; spoilt in about two of three cases.
    func message(seq: Int, using generator: inout SplitMix64) -> [UInt8] {
        guard let text = texts.randomElement(using: &generator) else { return [] }
        var message = text
        if !generator.chance(oneIn: 8) {
            let json = String(decoding: text, as: UTF8.self)
            let mark = LiveServer.mark(seq)
            message = Array(
                json.replacing(/"seq":\d+/, with: "\"seq\":\(seq)")
                    .replacing(/"mark":"[0-9a-f]{16}"/, with: "\"mark\":\"\(mark)\"").utf8
            )
        }
        for _ in 0..<Int.random(in: 0...2, using: &generator) { spoil(&message, using: &generator) }
        return message
    }

    private func spoil(_ message: inout [UInt8], using generator: inout SplitMix64) {
        guard let place = message.indices.randomElement(using: &generator) else { return }
        let end = min(place + Int.random(in: 1...16, using: &generator), message.count)
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: message[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: message.removeSubrange(place..<end)
        case 2: message.insert(contentsOf: message[place..<end], at: place)
        case 3:
            let other = texts.randomElement(using: &generator) ?? []
            message.replaceSubrange(place..., with: other.suffix(max(other.count - place, 0)))
        case 4: message.insert(contentsOf: Array("-9007199254740993".utf8), at: place)
        default:
            let bytes = Array(repeating: message[place], count: 1 << (place % 16))
            message.insert(contentsOf: bytes, at: place)
        }
    }
}
