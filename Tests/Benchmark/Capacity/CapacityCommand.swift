internal import ArgumentParser

/// `emojiart-bench capacity`: how large a cluster has to be for a load, by the model.
struct CapacityCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "capacity",
        abstract: "Computes how large a cluster has to be for a load, and where it bends first.",
        discussion: "Nothing is measured. Sources/Documentation/Capacity.md says what it is worth."
    )

    @Option(help: "Documents that are open at the busiest time.") var documents = 1_000_000.0
    @Option(help: "Members of all of them together.") var members = 10_000_000.0
    @Option(help: "Documents that exist; as many as are open when not said.") var names: Double?
    @Option(help: "The share of the members who edit at a moment.") var editors = 0.05
    @Option(help: "Edits a second of each of those.") var edits = 0.5
    @Option(help: "The share of the members whose cursors move at a moment.") var movers = 0.05
    @Option(help: "Presence messages a second of each of those.") var cursors = 10.0
    @Option(help: "Cores of a machine.") var cores = 8.0
    @Option(help: "GiB of a machine.") var gibibytes = 32.0
    @Option(help: "Gigabits a second of a machine.") var gigabits = 10.0
    @Option(help: "Dollars for a core's hour.") var coreHour = 0.04
    @Option(help: "Dollars for a gigabyte kept for a month.") var storedGigabyte = 0.08
    @Option(help: "Dollars for a gigabyte sent to members.") var sentGigabyte = 0.02
    @Flag(help: "A document's members come to any nodes.") var dealt = false
    @Flag(help: "Nodes speak TLS themselves, without proxies.") var tls = false

    func run() {
        var model = CapacityModel()
        model.documents = documents
        model.members = members
        model.names = names ?? documents
        model.editorShare = editors
        model.editsPerEditor = edits
        model.moverShare = movers
        model.patchesPerMover = cursors
        model.machine = (cores, gibibytes, gigabits)
        model.dollarsPerCoreHour = coreHour
        model.dollarsPerStoredGigabyte = storedGigabyte
        model.dollarsPerSentGigabyte = sentGigabyte
        model.isDealt = dealt
        model.speaksTLS = tls
        print(CapacityReport(model).text)
    }

    func validate() throws {
        guard documents >= 1, members >= documents, names ?? documents >= documents else {
            throw ValidationError("There is a document, and each has a member and a name.")
        }
        let rates = [editors, movers, edits, cursors, coreHour, storedGigabyte, sentGigabyte]
        guard rates.allSatisfy({ $0 >= 0 }), editors <= 1, movers <= 1,
            min(cores, gibibytes, gigabits) > 0
        else { throw ValidationError("Shares are from 0 to 1, and all else is not negative.") }
        let sizes = [members, names ?? documents, cores, gibibytes, gigabits]
        guard (rates + sizes).allSatisfy({ $0 <= 1e15 }) else {
            throw ValidationError("That is more than there is.")
        }
    }
}
