import Foundation

/// Runs seeds in this process, one after the other, until one fails.
struct Lane {
    /// Seconds of true time after which a seed hangs: most take some hundredths.
    private static let hangSeconds: UInt32 = 60

    let options: Options

    func run() -> Never {
        let end = options.seconds.map { Date(timeIntervalSinceNow: Double($0)) }
        var seed = options.first
        var done: UInt64 = 0
        var tally = Tally()
        while end.map({ Date() < $0 }) ?? (done < options.count) {
            let regime = options.reductions.regime(of: seed)
            // Before the run: a trap leaves this as the last line.
            print("seed \(seed)")
            fflush(nil)
            // A loop inside of one event ends the process by a signal, which its parent sees.
            alarm(Self.hangSeconds)
            let world = World(seed: seed, regime: regime)
            if options.isVerbose {
                print("| \(world.regime)")
                // At once, so that a trap leaves what led to it.
                world.onNote = { line in
                    print("| \(line)")
                    fflush(nil)
                }
            }
            let violation = world.run()
            tally = tally + world.tally
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
}
