internal import ArgumentParser

/// `emojiart-server cluster`: a server among others.
struct ClusterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cluster",
        abstract: "See how a cluster stands, take documents into one or out of it, and mend it.",
        subcommands: [
            ClusterStatusCommand.self, ClusterAdoptCommand.self, ClusterLeaveCommand.self,
            ClusterOfferCommand.self,
        ],
        defaultSubcommand: ClusterStatusCommand.self
    )
}
