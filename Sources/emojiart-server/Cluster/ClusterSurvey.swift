internal import Cluster
internal import Foundation
internal import Synchronization
internal import WebSockets

/// Asks all nodes how they are, and the brokers how the stream stands.
///
/// Who does not answer in time is not in the report: nobody knows which nodes there are. On the
/// first loop, but for what comes.
final class ClusterSurvey {
    /// What came so far, on other threads.
    private final class Answers: Sendable {
        let nodes = Mutex<[ClusterReport.Node]>([])
        let streams = Mutex<[ClusterReport.Stream]>([])
        let brokers = Mutex<[ClusterReport.Broker]>([])
    }

    /// When it is over, by the loop's clock.
    let deadline: UInt64
    private let answers: Answers
    private let subscription: Broker.Subscription?
    private let completion: (ClusterReport) -> Void

    /// How long nodes and brokers may take, in milliseconds.
    private static let patience: UInt64 = 500
    private static let subject = "nodes"

    /// Begins.
    ///
    /// - Parameters:
    ///   - link: the way to the nodes.
    ///   - now: the loop's clock.
    ///   - completion: gets the report, by `finish(_:)`.
    init(
        by link: ClusterLink,
        now: UInt64,
        completion: @escaping (ClusterReport) -> Void
    ) {
        deadline = now + Self.patience
        self.completion = completion
        let answers = Answers()
        self.answers = answers
        let inbox = "\(Self.subject).\(String(Chance.epoch(), radix: 16))"
        subscription = link.hear(inbox) { bytes in
            let node = try? JSONDecoder().decode(ClusterReport.Node.self, from: Data(bytes))
            guard let node else { return }
            answers.nodes.withLock { $0.append(node) }
        }
        link.tell(Array(inbox.utf8), to: Self.subject)
        for (name, stream) in link.streams {
            stream.state(until: ClusterLink.now + Self.patience) { result in
                guard let state = try? result.get() else { return }
                answers.streams.withLock { $0.append(ClusterReport.Stream(state, name: name)) }
            }
        }
        let urls = link.options.urls
        Offload.run {
            let brokers = urls.compactMap { url in
                BrokerGreeting.read(from: url).map {
                    ClusterReport.Broker(url: url, name: $0.name, version: $0.version)
                }
            }
            answers.brokers.withLock { $0 = brokers }
        }
    }

    /// Ends it, when its time is over.
    func finish(_ report: ClusterReport) {
        var report = report
        let own = Set(report.nodes.map(\.id))
        let others = answers.nodes.withLock { $0 }.filter { !own.contains($0.id) }
        report.nodes += others.sorted { $0.id < $1.id }
        report.brokers = answers.brokers.withLock { $0 }
        report.streams = answers.streams.withLock { $0 }.sorted { $0.name < $1.name }
        completion(report)
    }

    /// Begins to answer other nodes' surveys.
    static func answer(by link: ClusterLink, for group: LoopGroup) -> Broker.Subscription? {
        link.hear(subject) { bytes in
            let inbox = String(decoding: bytes, as: UTF8.self)
            group.mailbox(0)?.post(
                .errand { server in
                    server.describeNode { node in
                        guard let bytes = try? JSONEncoder().encode(node) else { return }
                        link.tell([UInt8](bytes), to: inbox)
                    }
                }
            )
        }
    }
}

extension ClusterReport.Stream {
    /// What the brokers say of it.
    fileprivate init(_ state: OrderStream.State, name: String) {
        self.init(
            name: name,
            created: state.created,
            last: state.lastSequence,
            batches: state.messageCount,
            bytes: state.byteCount,
            replicas: state.replicas,
            leader: state.leader,
            followers: state.followers.map {
                ClusterReport.Follower(name: $0.name, isCurrent: $0.isCurrent, lag: $0.lag)
            }
        )
    }
}
