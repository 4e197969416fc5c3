internal import ArgumentParser
internal import Foundation

/// `emojiart-server cluster offer`: gives the brokers back what they have lost.
struct ClusterOfferCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "offer",
        abstract: "Resend to the brokers the edits that they lost and this node has.",
        discussion: """
            For brokers that come back without the end of the stream, or with another stream. \
            The nodes still have the acknowledged edits on disk, and report that they accept no \
            edits. Run it on each such node, one after the other. An edit that several nodes have \
            counts once. Lost documents exist again; names, freezes and revocations stay as the \
            brokers have them.

            Nobody can join through the node until this is done.
            """
    )

    @OptionGroup var server: OperatorOptions
    @Option(help: "Maximum seconds to wait for the end.") var timeout = 600

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
                throw OperatorClient.fail("still running: see emojiart-server cluster status", 75)
            }
            // Each answer takes half a second.
        }
    }
}
