internal import ArgumentParser
internal import EmojiArt
internal import Sync
internal import Wire

struct Watch: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the state of a document, then each edit as it becomes durable.",
        discussion: """
            Lines: state (after joining and after each resynchronisation), edit, members (with \
            --presence), disconnected. The command reconnects by itself and runs until it is \
            interrupted; --timeout applies to joining.
            """
    )

    @OptionGroup var options: ClientOptions
    @Flag(help: "Print members, selections, cursors and gestures too.") var presence = false
    @Flag(help: "Print the state and exit.") var once = false

    func run() throws {
        try Session(
            options,
            isViewer: true,
            body: Watcher(showsPresence: presence, endsAtOnce: once)
        ).run()
    }
}

final class Watcher: SessionBody {
    private let showsPresence: Bool
    private let endsAtOnce: Bool

    init(showsPresence: Bool, endsAtOnce: Bool) {
        self.showsPresence = showsPresence
        self.endsAtOnce = endsAtOnce
    }

    func started(_ session: Session) {
        session.stopTimeout()
        printState(session)
        if endsAtOnce { session.finish() }
    }

    func heard(_ effect: ReplicaEffect, _ session: Session) {
        switch effect {
        case .edited(let edit, _): Output.line(ServerMessage.edit(edit).encoded)
        case .replaced: printState(session)
        case .presence: if showsPresence { printMembers(session) }
        case .diverged(let revision):
            Output.explain("state mismatch at revision \(revision): resynchronising")
        case .historyReplaced: Output.explain("history replaced: saved edits may be lost")
        default: return
        }
    }

    func lost(_ reason: String, retryIn milliseconds: UInt64, _ session: Session) {
        Output.line(
            JSONWriter.object("disconnected") { writer in
                writer.member("reason", reason)
                writer.member("retryIn", Int(milliseconds))
            }
        )
    }

    private func printState(_ session: Session) {
        guard let position = session.client.replica.position else { return }
        Output.state(session.client.replica.confirmed, revision: position.revision)
    }

    private func printMembers(_ session: Session) {
        let members = session.client.replica.members.sorted { $0.key < $1.key }
        let update = ServerMessage.PresenceUpdate(
            isFull: true,
            members: members.map { number, member in
                ServerMessage.MemberPatch(
                    member: number,
                    identity: member.identity,
                    presence: Presence.Patch(full: member.presence)
                )
            }
        )
        Output.line(ServerMessage.presence(update).encoded)
    }
}
