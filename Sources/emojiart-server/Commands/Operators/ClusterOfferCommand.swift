internal import ArgumentParser
internal import Foundation

/// `emojiart-server cluster offer`: gives the brokers back what they have lost.
struct ClusterOfferCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "offer",
        abstract: "Give the brokers what this node has and they have lost.",
        discussion: """
            For when the brokers came back without the end of the stream, or with another one: \
            the nodes have what was acknowledged on their own disks, and say that they take no \
            edits. Run it on each node that does, one after the other. An edit that several of \
            them have counts once. Names, freezing and revocations of the lost time are as the \
            brokers have them; documents that they lost are known again.

            Nobody comes in at the node before it is done.
            """
    )

    @OptionGroup var server: OperatorOptions
    @Option(help: "Seconds to wait at most for the end of it.") var timeout = 600

    func run() throws {
        let client = try server.client()
        _ = try client.ask("POST", "/admin/cluster/offer")
        let deadline = Date(timeIntervalSinceNow: Double(timeout))
        while true {
            let report = try client.get(ClusterReport.self, "/admin/cluster")
            if let offer = report.offer, offer.hasEnded {
                if server.json {
                    try FileHandle.standardOutput.write(contentsOf: JSONEncoder().encode(offer))
                } else {
                    print("The node \(offer.text)")
                }
                guard offer.failures.isEmpty else {
                    let causes = offer.failures.map { "\($0.key): \($0.value)" }.sorted()
                    throw OperatorClient.fail(causes.joined(separator: "\n"), 70)
                }
                return
            }
            guard Date() < deadline else {
                throw OperatorClient.fail("It goes on: see emojiart-server cluster status.", 75)
            }
            // Each answer takes half a second.
        }
    }
}
