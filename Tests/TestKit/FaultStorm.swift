/// Faults for one connection after another, drawn from a seed.
///
/// What happens to a connection depends on the seed and on how many came before it, so that a
/// failure can be replayed as far as the sockets allow.
package struct FaultStorm: Sendable {
    /// The seed.
    package let seed: UInt64
    /// About how many bytes of one direction go between two faults.
    private static let bytesBetween = 2_000

    /// The storm of a seed.
    package init(seed: UInt64) { self.seed = seed }

    /// What happens to a connection.
    ///
    /// - Parameter number: how many were accepted before it.
    /// - Returns: its faults; of each direction in their order.
    package func steps(connection number: Int) -> [FaultStep] {
        var random = SplitMix64(seed: seed &+ UInt64(number) &* 0x9e37_79b9_7f4a_7c15)
        var steps: [FaultStep] = []
        for direction in FaultDirection.allCases {
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                steps.append(
                    FaultStep(direction, after: distance(&random), Self.passing(&random))
                )
            }
        }
        // No connection lasts: what breaks it may strike anywhere, also amid the handshake.
        let last = FaultDirection.allCases.randomElement(using: &random) ?? .up
        steps.append(FaultStep(last, after: distance(&random), Self.final(&random)))
        return steps
    }

    /// Short distances are as likely as long ones: frames and handshakes are short.
    private func distance(_ random: inout SplitMix64) -> Int {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: Int.random(in: 0...300, using: &random)
        case 1: Int.random(in: 0...Self.bytesBetween / 2, using: &random)
        default: Int.random(in: 0...2 * Self.bytesBetween, using: &random)
        }
    }

    private static func passing(_ random: inout SplitMix64) -> Fault {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: .delay(Int.random(in: 1...12, using: &random))
        case 1: .stall(Int.random(in: 1...300, using: &random))
        default: .dribble(Int.random(in: 1...200, using: &random))
        }
    }

    private static func final(_ random: inout SplitMix64) -> Fault {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<3: .cut
        case 3..<6: .reset
        case 6: .halfClose
        case 7: .swallow(Int.random(in: 50...500, using: &random))
        default: .orphan(Int.random(in: 0...400, using: &random))
        }
    }
}
