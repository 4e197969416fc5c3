import Foundation

/// Runs seeds in this process, one after the other, until one fails.
struct Lane {
    let options: Options

    init(_ options: Options) { self.options = options }

    func run() -> Never {
        let end = options.seconds.map { Date(timeIntervalSinceNow: Double($0)) }
        var seed = options.first
        var done: UInt64 = 0
        var tally = Tally()
        while end.map({ Date() < $0 }) ?? (done < options.count) {
            // Before the run: a trap leaves this as the last line.
            print("seed \(seed)")
            fflush(nil)
            let world = World(seed: seed, regime: options.cuts.regime(of: seed))
            if options.isVerbose { world.timeline = [] }
            let violation = world.run()
            tally = tally + world.tally
            if options.isVerbose { tell(world) }
            if let violation {
                print("failed \(seed) \(violation)")
                print(tally.line)
                exit(1)
            }
            seed += options.stride
            done += 1
        }
        print(tally.line)
        exit(0)
    }

    private func tell(_ world: World) {
        print("| \(world.regime)")
        let lines = world.timeline ?? []
        if lines.count > 40 { print("| ... \(lines.count - 40) lines before") }
        for line in lines.suffix(40) { print("| \(line)") }
    }
}
