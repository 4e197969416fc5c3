internal import ArgumentParser
internal import Foundation
internal import Storage
internal import Synchronization

/// `emojiart-server cluster adopt`: takes the documents of a server along into a cluster.
struct ClusterAdoptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "adopt",
        abstract: "Have a stopped server's documents go along when it becomes a node.",
        discussion: """
            The next start with --cluster tells the other nodes of each document, with its \
            history, undo and answers. One whose name another document of the cluster has gets \
            a name that ends with its history's id. Back out: emojiart-server cluster leave.
            """
    )

    @Option(help: "The data directory of the server, which is stopped.") var data: String

    func run() throws {
        try OperatorExit.ifFailing {
            let journal = try Journal.open(directory: data)
            defer { journal.close() }
            guard journal.directoryPlace == nil else {
                throw OperatorClient.fail("\(data) belongs to a cluster already.", 65)
            }
            journal.shareAndWait(in: "")
            print(
                "\(journal.documentCount) documents go along. "
                    + "Start the server with --cluster to become a node."
            )
        }
    }
}

/// `emojiart-server cluster leave`: has a node's documents be its own again.
struct ClusterLeaveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "leave",
        abstract: "Have a stopped node's documents be its own again.",
        discussion: """
            Afterwards it serves alone, without --cluster, what it has. What it has not followed \
            it does not have: before it is stopped, run emojiart-server cluster offer on it, \
            which opens every document and gets what other nodes have done. If the others go on, \
            the documents go two ways.
            """
    )

    @Option(help: "The data directory of the node, which is stopped.") var data: String

    func run() throws {
        try OperatorExit.ifFailing {
            let journal = try Journal.open(directory: data)
            defer { journal.close() }
            guard journal.directoryPlace != nil else {
                throw OperatorClient.fail("\(data) belongs to no cluster.", 65)
            }
            journal.shareAndWait(in: nil)
            print("\(journal.documentCount) documents are the server's own. Start it alone.")
        }
    }
}

extension Journal {
    /// Begins or ends to share, and waits until that is durable.
    fileprivate func shareAndWait(in stream: String?) {
        let done = DispatchSemaphore(value: 0)
        share(in: stream, isNew: true) { done.signal() }
        done.wait()
    }
}
