/// How wide a kind of terminals takes emojis to be, as was measured.
enum WidthModel: String, CaseIterable, Sendable {
    /// As it should be: every emoji takes two cells.
    case right
    /// tmux 3.3a: skin tones count for themselves, VS16 for nothing, new emojis are dropped.
    case tmux
    /// Every scalar for itself, as the C library has it.
    case scalars
    /// Emojis like letters: each takes one cell.
    case narrow

    /// The cells that a cluster takes.
    func width(_ cluster: String) -> Int {
        let scalars = Array(cluster.unicodeScalars)
        guard let first = scalars.first, first.value >= 0x80 || scalars.count > 1 else { return 1 }
        switch self {
        case .right:
            return scalars.contains { $0.value == 0xfe0f } ? 2 : Self.base(first)
        case .narrow:
            return Self.isIdeograph(first) ? 2 : 1
        case .tmux:
            if first.value == 0x1fae9 { return 0 }
            let toneCount = scalars.dropFirst().count { $0.properties.isEmojiModifier }
            return Self.base(first) + 2 * toneCount
        case .scalars:
            return scalars.reduce(0) { $0 + Self.scalar($1) }
        }
    }

    private static func scalar(_ scalar: Unicode.Scalar) -> Int {
        let isMark =
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .format: true
            default: false
            }
        if isMark { return 0 }
        return (0x1f1e6...0x1f1ff).contains(scalar.value) ? 1 : base(scalar)
    }

    private static func base(_ scalar: Unicode.Scalar) -> Int {
        scalar.properties.isEmojiPresentation || isIdeograph(scalar) ? 2 : 1
    }

    private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
        (0x2e80...0xd7a3).contains(scalar.value) || (0xff01...0xff60).contains(scalar.value)
    }
}
