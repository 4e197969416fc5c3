import Foundation
import Logging

// `emojiart-simulation`: runs seeds, and says what they showed.
LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }
let arguments = Array(CommandLine.arguments.dropFirst())
func value(_ name: String) -> Int? {
    arguments.firstIndex(of: name).flatMap { arguments.indices.contains($0 + 1) ? Int(arguments[$0 + 1]) : nil }
}
let first = value("--seed") ?? 0
let count = value("--count") ?? 100
var failed = 0
var steps = 0
let start = Date()
for seed in first..<first + count {
    let world = World(seed: UInt64(seed), regime: Regime(seed: UInt64(seed)))
    if count == 1 { world.timeline = [] }
    let text = world.run()
    steps += world.steps
    if let text {
        print("seed \(seed): \(text)")
        failed += 1
        if count == 1 { print(world.regime); print(world.timeline?.suffix(60).joined(separator: "\n") ?? "") }
        if failed > 10 { break }
    } else if count == 1 { print("trace", world.trace, world.steps, world.regime); print(world.timeline?.suffix(20).joined(separator: "\n") ?? "") }
}
print(count, "seeds", steps, "steps", failed, "failed", Date().timeIntervalSince(start), "s")
