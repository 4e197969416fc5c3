internal import ArgumentParser
internal import Foundation
internal import Storage
internal import Synchronization

/// `emojiart-server cluster adopt`: takes the documents of a server along into a cluster.
struct ClusterAdoptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "adopt",
        abstract: "Prepare a stopped server's documents for a cluster.",
        discussion: """
            The next start with --cluster shares every document with the other nodes, with its \
            history, undo and answers. A document whose name is taken in the cluster gets a name \
            that ends with its history's id. To undo this: emojiart-server cluster leave.
            """
    )

    @Option(help: "Data directory of the stopped server.") var data: String

    func run() throws {
        try OperatorExit.ifFailing {
            let journal = try Journal.open(directory: data)
            defer { journal.close() }
            guard journal.directoryPlace == nil else {
                throw OperatorClient.fail("\(data) belongs to a cluster already", 65)
            }
            journal.shareAndWait(in: "")
            print(
                "\(journal.documentCount) documents are ready for the cluster. "
                    + "Start the server with --cluster."
            )
        }
    }
}

/// `emojiart-server cluster leave`: has a node's documents be its own again.
struct ClusterLeaveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "leave",
        abstract: "Detach a stopped node from its cluster.",
        discussion: """
            Afterwards the server runs alone, without --cluster, with the edits it has. To fetch \
            the other nodes' edits, run emojiart-server cluster offer on it before you stop it. \
            If the other nodes continue, the documents diverge.
            """
    )

    @Option(help: "Data directory of the stopped node.") var data: String

    func run() throws {
        try OperatorExit.ifFailing {
            let journal = try Journal.open(directory: data)
            defer { journal.close() }
            guard journal.directoryPlace != nil else {
                throw OperatorClient.fail("\(data) belongs to no cluster", 65)
            }
            journal.shareAndWait(in: nil)
            print(
                "\(journal.documentCount) documents are detached. "
                    + "Start the server without --cluster."
            )
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
