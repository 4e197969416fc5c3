import Foundation
import Synchronization

/// What ThreadSanitizer has to say of a `Mutex` that many threads want: nothing; and of a race,
/// which is planted with the argument `race`: that it is one.
@main
struct MutexControl {
    private final class Box: Sendable {
        let items = Mutex<[Int]>([])
    }

    private nonisolated(unsafe) static var unguarded = 0

    static func main() {
        let box = Box()
        let isRace = CommandLine.arguments.contains("race")
        let group = DispatchGroup()
        for _ in 0..<4 {
            group.enter()
            Thread {
                for step in 0..<20_000 {
                    box.items.withLock { items in
                        items.append(step)
                        if items.count > 50 { items = [] }
                    }
                    if isRace { unsafe unguarded += 1 }
                }
                group.leave()
            }.start()
        }
        group.wait()
    }
}
