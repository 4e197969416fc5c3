internal import ArgumentParser

/// `emojiart-server cluster`: a server among others.
struct ClusterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cluster",
        abstract: "Show a cluster's state, join or leave one, and repair it.",
        subcommands: [
            ClusterStatusCommand.self, ClusterAdoptCommand.self, ClusterLeaveCommand.self,
            ClusterOfferCommand.self,
        ],
        defaultSubcommand: ClusterStatusCommand.self
    )
}
