internal import Cluster
internal import WebSockets

// How the cluster stands, for operators.
extension Server {
    /// Tells what can be found out within half a second.
    func tellOfCluster(_ exchange: HTTPExchange) {
        guard let cluster else { return exchange.respond(.nothing) }
        describeNode { [unowned self] node in
            let survey = ClusterSurvey(by: cluster, now: now) { exchange.respond(.json($0)) }
            surveys.append((survey, node))
            loop.setAlarm(at: survey.deadline)
        }
    }

    /// Ends what has waited long enough.
    func tickSurveys() {
        guard let cluster else { return }
        while let (survey, node) = surveys.first, survey.deadline <= now {
            surveys.removeFirst()
            let (standing, cause) = cluster.standing.described
            var report = ClusterReport(standing: standing, cause: cause)
            report.nodes = [node]
            report.offer = (round?.progress).map { ClusterReport.Offer($0) }
            survey.finish(report)
        }
    }

    /// Tells of this node what others may want to know.
    func describeNode(completion: @escaping (ClusterReport.Node) -> Void) {
        guard let cluster else { return }
        gather(LoopFigures.init(of:)) { parts in
            let figures = LoopFigures.sum(parts)
            completion(
                ClusterReport.Node(
                    id: String(cluster.node, radix: 16),
                    version: ServerVersion.text,
                    place: cluster.known,
                    documents: figures.documentCount,
                    broken: figures.brokenCount,
                    members: figures.memberCount
                )
            )
        }
    }
}

extension ClusterLink.Standing {
    /// In a word, and what is in the way.
    fileprivate var described: (String, cause: String?) {
        switch self {
        case .alone: ("alone", "No broker answers.")
        case .waiting(let cause): ("waiting", cause)
        case .ready: ("ready", nil)
        case .replaced: ("replaced", "The brokers have another stream than this node followed.")
        case .rolledBack: ("rolled_back", "The brokers have lost the end of the stream.")
        }
    }
}

extension ClusterReport.Offer {
    /// What a round tells.
    fileprivate init(_ progress: OfferRound.Progress) {
        self.init(
            documents: progress.documents,
            done: progress.done,
            edits: progress.edits,
            skipped: progress.skipped,
            failures: progress.failures,
            hasEnded: progress.hasEnded
        )
    }
}
