/// A control sequence (ECMA-48, 5.4), taken apart.
///
///     CSI  ?       97:65 ; 5:1   $              u
///          marker  parameters    intermediates  final
struct ControlSequence {
    /// One of `<=>?`, which makes a sequence a private one; nil for none.
    let marker: Unicode.Scalar?
    /// The numbers by parameter and part of it; nil where none is written.
    let parameters: [[Int?]]
    /// What stands before the final character.
    let intermediates: [UInt8]
    let final: Unicode.Scalar

    /// Numbers over this are taken to be it: enough for every character, and no overflow.
    static let numberMax = 0xff_ffff

    /// Takes a sequence apart; nil when it is none, or too long.
    init?(_ body: [UInt8], final: UInt8) {
        guard body.count <= InputParser.sequenceBytesMax else { return nil }
        var rest = body[...]
        if let first = rest.first, (0x3c..<0x40).contains(first) {
            marker = Unicode.Scalar(first)
            rest.removeFirst()
        } else {
            marker = nil
        }
        let numbers = rest.prefix { (0x30..<0x3c).contains($0) }
        let intermediates = rest[numbers.endIndex...]
        guard intermediates.allSatisfy({ (0x20..<0x30).contains($0) }) else { return nil }
        parameters = numbers.isEmpty ? [] : Self.parameters(numbers)
        self.intermediates = Array(intermediates)
        self.final = Unicode.Scalar(final)
    }

    /// A parameter, or a part of it; nil when it is not there.
    func parameter(_ index: Int, part: Int = 0) -> Int? {
        guard parameters.indices.contains(index), part < parameters[index].count else { return nil }
        return parameters[index][part]
    }

    var isFlat: Bool { parameters.allSatisfy { $0.count == 1 } }

    var beginsPaste: Bool {
        marker == nil && intermediates.isEmpty && final == "~" && parameters == [[200]]
    }

    private static func parameters(_ bytes: ArraySlice<UInt8>) -> [[Int?]] {
        var parameters: [[Int?]] = [[nil]]
        for byte in bytes {
            switch byte {
            case UInt8(ascii: ";"): parameters.append([nil])
            case UInt8(ascii: ":"): parameters[parameters.count - 1].append(nil)
            default:
                let last = parameters.count - 1
                let part = parameters[last].count - 1
                let number = (parameters[last][part] ?? 0) * 10 + Int(byte - 0x30)
                parameters[last][part] = min(number, numberMax)
            }
        }
        return parameters
    }
}
