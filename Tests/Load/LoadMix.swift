internal import ArgumentParser

/// Which edits writers make, and how often each.
struct LoadMix: Codable, Equatable, Sendable, ExpressibleByArgument {
    /// An edit that a writer can make.
    enum Kind: String, Codable, CaseIterable, Sendable {
        case move
        case scale
        case add
        case delete
        case arrange
    }

    /// A kind, and how often it comes in proportion to the others.
    struct Part: Codable, Equatable, Sendable {
        let kind: Kind
        let weight: Int
    }

    private let parts: [Part]

    static let moves = LoadMix(parts: [Part(kind: .move, weight: 1)])

    private init(parts: [Part]) { self.parts = parts }

    /// `move:80,add:10,delete:10`; nil for what is none.
    init?(argument: String) {
        var parts: [Part] = []
        for text in argument.split(separator: ",") {
            let pair = text.split(separator: ":")
            guard pair.count == 2, let kind = Kind(rawValue: String(pair[0])),
                let weight = Int(pair[1]), (1...1_000_000).contains(weight)
            else { return nil }
            parts.append(Part(kind: kind, weight: weight))
        }
        guard !parts.isEmpty else { return nil }
        self.parts = parts
    }

    var defaultValueDescription: String {
        parts.map { "\($0.kind.rawValue):\($0.weight)" }.joined(separator: ",")
    }

    /// One kind, as often as its weight says.
    func pick(using generator: inout some RandomNumberGenerator) -> Kind {
        guard parts.count > 1 else { return parts[0].kind }
        var place = Int.random(in: 0..<parts.reduce(0) { $0 + $1.weight }, using: &generator)
        for part in parts {
            if place < part.weight { return part.kind }
            place -= part.weight
        }
        return .move
    }
}
