internal import EmojiArt
internal import Storage
internal import Wire

// What an order is compared with.
extension StoredDocument {
    /// The checksum of the history up to a revision, as far as it was read.
    func chain(at revision: Int) -> UInt64? {
        if revision == 0 { return 0 }
        if let snapshot, snapshot.revision == Int64(revision) { return snapshot.chain }
        guard let first = edits.first?.revision else { return nil }
        let index = revision - Int(first)
        return edits.indices.contains(index) ? edits[index].chain : nil
    }

    /// The refused edits by client and seq.
    var refusalCodes: [Int: [Int: RefusalCode]] {
        var codes: [Int: [Int: RefusalCode]] = [:]
        for (client, seq, code) in refusals {
            codes[Int(client), default: [:]][Int(seq)] = RefusalCode(rawValue: code)
        }
        return codes
    }
}
