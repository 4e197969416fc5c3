/// The beginning of a server's message, which is all that a load has to read of most.
///
/// Fields come in the order in which our server writes them; a message in another order is told as
/// `other`, and read in full by whoever cares.
enum MessageHead: Equatable {
    case edit(revision: Int, client: Int, seq: Int)
    /// A part of a snapshot; the first tells the revision.
    case snapshot(revision: Int?, isLast: Bool)
    case presence
    case other

    init(_ message: Span<UInt8>) {
        self = .other
        guard message.count > 16 else { return }
        switch message[9] {
        case UInt8(ascii: "e"):
            var index = 0
            guard Self.skip(Self.edit, message, &index),
                let revision = Self.number(message, &index),
                Self.skip(Self.client, message, &index),
                let client = Self.number(message, &index),
                Self.skip(Self.seq, message, &index), let seq = Self.number(message, &index)
            else { return }
            self = .edit(revision: revision, client: client, seq: seq)
        case UInt8(ascii: "s"):
            var index = 0
            guard Self.skip(Self.snapshot, message, &index),
                let part = Self.number(message, &index), Self.skip(Self.last, message, &index)
            else { return }
            let isLast = message[index] == UInt8(ascii: "t")
            index += isLast ? "true".utf8.count : "false".utf8.count
            guard part == 0 else {
                self = .snapshot(revision: nil, isLast: isLast)
                return
            }
            guard Self.skip(Self.epoch, message, &index) else { return }
            index += Self.epochDigits
            guard Self.skip(Self.revision, message, &index),
                let revision = Self.number(message, &index)
            else { return }
            self = .snapshot(revision: revision, isLast: isLast)
        case UInt8(ascii: "p"):
            if message[10] == UInt8(ascii: "r") { self = .presence }
        default: return
        }
    }

    private static let edit = Array(#"{"type":"edit","revision":"#.utf8)
    private static let client = Array(#","client":"#.utf8)
    private static let seq = Array(#","seq":"#.utf8)
    private static let snapshot = Array(#"{"type":"snapshot","part":"#.utf8)
    private static let last = Array(#","last":"#.utf8)
    private static let epoch = Array(#","epoch":""#.utf8)
    private static let epochDigits = 16
    private static let revision = Array(#"","revision":"#.utf8)

    private static func skip(_ text: [UInt8], _ bytes: Span<UInt8>, _ index: inout Int) -> Bool {
        guard bytes.count > index + text.count else { return false }
        for (offset, byte) in text.enumerated() where bytes[index + offset] != byte {
            return false
        }
        index += text.count
        return true
    }

    private static func number(_ bytes: Span<UInt8>, _ index: inout Int) -> Int? {
        let start = index
        var value = 0
        while index < bytes.count, case 0x30...0x39 = bytes[index], index < start + 18 {
            value = value * 10 + Int(bytes[index] & 0x0F)
            index += 1
        }
        return index > start ? value : nil
    }
}
