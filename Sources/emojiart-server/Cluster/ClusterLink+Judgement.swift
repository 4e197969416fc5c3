internal import Cluster
internal import Logging

// What brokers should not be.
extension ClusterLink {
    /// Bytes of a message that is larger than any batch or piece: the brokers' own default.
    private static let payloadMax = 1_048_576

    /// Warns of brokers that may lose what they have acknowledged, once of each.
    func judgeBrokers() {
        let urls = options.urls
        Offload.run { [weak self] in
            for url in urls {
                guard let greeting = BrokerGreeting.read(from: url) else { continue }
                self?.judge(greeting, at: url)
            }
        }
    }

    private func judge(_ broker: BrokerGreeting, at url: String) {
        if broker.payloadMax < Self.payloadMax, isFirstWarning("payload \(url)") {
            log.warning(
                "a broker takes no messages as large as batches can be: set max_payload to 1MB",
                metadata: ["broker": "\(url)", "max_payload": "\(broker.payloadMax)"]
            )
        }
        guard !broker.isAtLeast(2, 10, 23), isFirstWarning("\(url) \(broker.version)") else {
            return
        }
        let cause =
            broker.isAtLeast(2, 10, 0)
            ? "a broker's version has lost streams when it was killed: take 2.10.23 or later"
            : "a broker does not force what it acknowledges to the disk: take 2.10.23 or later, "
                + "with sync_interval: always"
        log.warning("\(cause)", metadata: ["broker": "\(url)", "version": "\(broker.version)"])
    }
}
