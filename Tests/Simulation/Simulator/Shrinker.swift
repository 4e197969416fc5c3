/// Finds out what a failure does not need: faults, clients, time.
struct Shrinker {
    let failure: LaneProcess.Failure
    /// The planted bug that is there, if one is.
    let bug: Int?

    /// Takes away one thing after the other, as long as the seed still fails in the same way.
    func shrink() -> Options.Reductions {
        var reductions = Options.Reductions()
        let regime = reductions.regime(of: failure.seed)
        func tryOut(_ change: (inout Options.Reductions) -> Void) {
            var less = reductions
            change(&less)
            if fails(less) { reductions = less }
        }
        for fault in regime.faults.sorted(by: { $0.rawValue < $1.rawValue }) {
            tryOut { $0.faults.insert(fault) }
        }
        for clients in 1..<max(2, regime.clients) where reductions.clients == nil {
            tryOut { $0.clients = clients }
        }
        for part in [8, 4, 2] as [UInt64] where reductions.duration == nil {
            tryOut { $0.duration = regime.duration / part }
        }
        return reductions
    }

    private func fails(_ reductions: Options.Reductions) -> Bool {
        let arguments = ["--first", "\(failure.seed)", "--count", "1"] + reductions.arguments
        guard let text = LaneProcess(arguments, bug: bug).finish().failure?.text else {
            return false
        }
        return Self.kind(text) == Self.kind(failure.text)
    }

    /// A sentence without its numbers, and not to its end, where the particulars are.
    private static func kind(_ text: String) -> String {
        String(text.filter { !$0.isNumber }.prefix(40))
    }
}
