internal import Cluster

/// Nobody asks how a simulated cluster stands.
final class ClusterSurvey {
    static func answer(by link: ClusterLink, for group: LoopGroup) -> Broker.Subscription? { nil }
}
