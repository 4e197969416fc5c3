import Foundation

/// Looks for each planted bug, seed after seed, and says how many it took.
struct PlantedHunt {
    /// A bug that so many seeds do not show would be shown by luck.
    static let seedsMax = 2_000

    /// Looks for all of them, two at a time; false when one is not found.
    func run() -> Bool {
        guard !plantedNames.isEmpty else {
            print("   no bugs are planted in this package")
            return false
        }
        print("== planted bugs: seeds until each is found, of at most \(Self.seedsMax)")
        var isGood = true
        for start in stride(from: 1, through: plantedNames.count, by: 2) {
            let numbers = start...min(start + 1, plantedNames.count)
            let processes = numbers.map { number in
                let arguments = ["--first", "0", "--count", "\(Self.seedsMax)"]
                return (number, LaneProcess(arguments, planted: number))
            }
            for (number, process) in processes {
                let result = process.finish()
                let name = plantedNames[number - 1]
                if let failure = result.failure {
                    print(
                        "   \(number). \(name): \(failure.seed + 1), by: \(failure.text.prefix(90))"
                    )
                } else {
                    print("   \(number). \(name): NOT FOUND in \(result.tally.seeds) seeds")
                    isGood = false
                }
                fflush(nil)
            }
        }
        return isGood
    }
}
