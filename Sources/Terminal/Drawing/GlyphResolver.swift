/// Decides what is written for the texts of frames, by what is known of their widths.
struct GlyphResolver {
    struct Conditions: Equatable {
        /// Whether widths may be asked for now.
        var canAsk = false
        /// Whether clusters are known to take two cells (mode 2027).
        var trustsClusters = false
        var isASCII = false
    }

    /// A drawing, or nil for two letters instead.
    struct Resolution {
        var drawing: UInt32?
        let letters: (UInt8, UInt8)
        let isEmoji: Bool
    }

    private struct Picture {
        let candidates: [UInt32]
        var resolution: Resolution
        /// The version that the resolution is of.
        var version = 0
    }

    var widths = WidthTable()
    private var conditions = Conditions()
    private var pictures: [Picture] = []
    private var numbers: [GlyphTable.Key: Int] = [:]
    /// The table of the last frame, and the pictures of its texts.
    private var table = GlyphTable()
    private var pictureOf: [Int?] = []
    /// Changes with all that decides.
    private var version = 1

    /// Whether so many texts were seen that it is time to begin anew: bounds memory.
    var isFull: Bool { pictures.count > 200_000 && !widths.isAsking }

    mutating func begin(_ table: GlyphTable, _ conditions: Conditions) {
        if table !== self.table {
            self.table = table
            pictureOf.removeAll(keepingCapacity: true)
        }
        if conditions != self.conditions {
            self.conditions = conditions
            decideAnew()
        }
        let missing = table.entries.count - pictureOf.count
        if missing > 0 { pictureOf.append(contentsOf: repeatElement(nil, count: missing)) }
    }

    mutating func decideAnew() {
        version += 1
        widths.forgetWanted()
    }

    /// What to write for a text of the frame's table.
    mutating func resolve(_ glyph: UInt32) -> Resolution {
        let picture = pictureOf[Int(glyph)] ?? makePicture(Int(glyph))
        if pictures[picture].version != version {
            pictures[picture].version = version
            let isEmoji = pictures[picture].resolution.isEmoji
            pictures[picture].resolution.drawing =
                isEmoji ? decide(pictures[picture].candidates) : decideCluster(picture)
        }
        return pictures[picture].resolution
    }

    /// The best text for a terminal that is told the width.
    func scaled(_ glyph: UInt32) -> UInt32? {
        guard let picture = pictureOf[Int(glyph)] else { return nil }
        return pictures[picture].candidates.first.map { Drawing.textFlag | $0 }
    }

    // MARK: Deciding

    private mutating func decide(_ candidates: [UInt32]) -> UInt32? {
        guard !conditions.isASCII else { return nil }
        for text in candidates {
            let entry = widths[text]
            switch entry.width {
            case .measured(2): return Drawing.textFlag | text
            case .measured(1): return Drawing.textFlag | Drawing.halfFlag | text
            case .measured: continue
            case .unanswered: return Drawing.textFlag | Drawing.unsteadyFlag | text
            case .asked: return nil
            case .unknown:
                if conditions.trustsClusters && entry.isCluster { return Drawing.textFlag | text }
                guard conditions.canAsk else {
                    return Drawing.textFlag | Drawing.unsteadyFlag | text
                }
                widths.want(text)
                return nil
            }
        }
        return nil
    }

    /// Letters with marks: one cell or two, but who knows.
    private func decideCluster(_ picture: Int) -> UInt32? {
        guard !conditions.isASCII else { return nil }
        let text = pictures[picture].candidates.first
        return text.map { Drawing.textFlag | Drawing.unsteadyFlag | $0 }
    }

    private mutating func makePicture(_ glyph: Int) -> Int {
        let (text, key) = table.entries[glyph]
        let known = numbers[key]
        let number = known ?? pictures.count
        pictureOf[glyph] = number
        guard known == nil else { return number }
        let isEmoji = key.isEmoji
        let candidates = isEmoji ? EmojiFallback.candidates(text) : [text]
        let letters = isEmoji ? EmojiFallback.letters(text) : (0x3f, 0x3f)
        pictures.append(
            Picture(
                candidates: candidates.map { widths.number(of: $0) },
                resolution: Resolution(drawing: nil, letters: letters, isEmoji: isEmoji)
            )
        )
        numbers[key] = number
        return number
    }
}
