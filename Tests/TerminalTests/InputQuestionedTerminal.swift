/// A terminal as far as questions matter: answers what it knows, and stays silent else.
struct InputQuestionedTerminal {
    /// The states of the modes that it tells (DECRQM).
    var modes: [Int: Int] = [:]
    var hasKeyboard = false
    var background: String?
    /// Whether it knows `w` of OSC 66.
    var statesWidth = false
    /// Whether it knows `s` of OSC 66.
    var scales = false
    var reportsCursor = true
    var tellsAttributes = true

    struct Outcome {
        var answers: [UInt8] = []
        /// Whether something was written that was not cleared.
        var isDirty = false
        var unknown: [String] = []
        fileprivate var column = 1
    }

    private static let escape = "\u{1b}"

    func answer(_ questions: [UInt8]) -> Outcome {
        let text = String(decoding: questions, as: UTF8.self)
        var outcome = Outcome()
        for part in text.split(separator: Self.escape, omittingEmptySubsequences: true) {
            outcome.answers += Array(answer(String(part), &outcome).utf8)
        }
        return outcome
    }

    private func answer(_ part: String, _ outcome: inout Outcome) -> String {
        switch part {
        case "[?2026$p", "[?2027$p":
            let mode = part.contains("2026") ? 2026 : 2027
            return modes[mode].map { "\(Self.escape)[?\(mode);\($0)$y" } ?? ""
        case "[?u": return hasKeyboard ? "\(Self.escape)[?0u" : ""
        case "]11;?": return background.map { "\(Self.escape)]11;\($0)\(Self.escape)\\" } ?? ""
        case "]66;w=2; ": if statesWidth { Self.write(&outcome) }
        case "]66;s=2; ": if scales { Self.write(&outcome) }
        case "\\": break
        case "[6n": return reportsCursor ? "\(Self.escape)[1;\(outcome.column)R" : ""
        case "[H": outcome.column = 1
        case "[2J": outcome.isDirty = false
        case "[c": return tellsAttributes ? "\(Self.escape)[?62;c" : ""
        default: outcome.unknown.append(part)
        }
        return ""
    }

    private static func write(_ outcome: inout Outcome) {
        outcome.isDirty = true
        outcome.column += 2
    }
}
