/// Finds out what a failure does not need: faults, clients, time.
struct Shrinker {
    let seed: UInt64

    /// Takes away one thing after the other, as long as the seed still fails.
    func shrink() -> Options.Cuts {
        var cuts = Options.Cuts()
        let regime = Regime(seed: seed)
        func tryOut(_ change: (inout Options.Cuts) -> Void) {
            var less = cuts
            change(&less)
            if fails(less) { cuts = less }
        }
        for fault in regime.faults.sorted(by: { $0.rawValue < $1.rawValue }) {
            tryOut { $0.faults.insert(fault) }
        }
        for clients in 1..<max(2, regime.clients) where cuts.clients == nil {
            tryOut { $0.clients = clients }
        }
        for part in [8, 4, 2] as [UInt64] where cuts.duration == nil {
            tryOut { $0.duration = regime.duration / part }
        }
        return cuts
    }

    private func fails(_ cuts: Options.Cuts) -> Bool {
        let arguments = ["--first", "\(seed)", "--count", "1"] + cuts.arguments
        return LaneProcess(arguments).finish().failure != nil
    }
}
