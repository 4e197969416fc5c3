/// What `emojiart-load` is told for one line of the table.
struct Scenario {
    let name: String
    let arguments: [String]
    /// Whether all of it is within TLS.
    let isSecure: Bool
    /// True when a program that only sends can make the same deliveries.
    private let hasFloor: Bool

    /// True when edits come at a fixed rate; false in a closed loop.
    var isPaced: Bool { arguments.contains("--rate") }

    /// What a program that only sends has to do for the same deliveries; nil where it would not be
    /// the same.
    var floor: Floor? {
        guard hasFloor, let members = number("--members") else { return nil }
        return Floor(
            members: members,
            rate: (number("--documents") ?? 1) * (number("--rate") ?? 0)
        )
    }

    private func number(_ option: String) -> Int? {
        arguments.firstIndex(of: option).flatMap { Int(arguments[$0 + 1]) }
    }

    private init(
        _ name: String,
        _ arguments: String,
        isSecure: Bool = false,
        hasFloor: Bool = true
    ) {
        self.name = name
        self.isSecure = isSecure
        self.hasFloor = hasFloor && !isSecure
        self.arguments = arguments.split(separator: " ").map(String.init)
    }

    /// All of them; each on a server of its own.
    static let all = [
        Scenario("fan-out: 1 writer at 10/s to 1,000 members", "--members 1000 --rate 10"),
        Scenario("fan-out: 1 writer at 10/s to 100 members", "--members 100 --rate 10"),
        Scenario("fan-out: 1 writer at 10/s to 10,000 members", "--members 10000 --rate 10"),
        Scenario(
            "fan-out, closed loop to 1,000 members",
            "--members 1000 --window 200",
            hasFloor: false
        ),
        Scenario("fan-out, closed loop to 100 members", "--members 100 --window 32"),
        Scenario("ten writers, closed loop", "--members 10 --writers 10 --window 32"),
        Scenario("rooms: 100 of 10, 2/s each", "--documents 100 --members 10 --rate 2"),
        Scenario("rooms: 100 of 10, 20/s each", "--documents 100 --members 10 --rate 20"),
        Scenario("rooms: 100 of 10, closed loop", "--documents 100 --members 10 --window 50"),
        Scenario("idle: a pair alone at 100/s", "--members 2 --rate 100"),
        Scenario("idle: a pair at 100/s among 5,000 idle", "--members 2 --rate 100 --idle 5000"),
        Scenario("idle: a pair at 100/s among 10,000 idle", "--members 2 --rate 100 --idle 10000"),
        Scenario("idle: a pair at 100/s among 15,000 idle", "--members 2 --rate 100 --idle 15000"),
        Scenario(
            "wide: 500 of 10,000 open documents, 1/s each",
            "--documents 500 --members 2 --rate 1 --idle 9500 --idle-together 1"
        ),
        Scenario(
            "idle, TLS: a pair at 100/s among 10,000 idle",
            "--members 2 --rate 100 --idle 10000",
            isSecure: true
        ),
        Scenario(
            "fan-out, TLS: 1 writer at 10/s to 1,000 members",
            "--members 1000 --rate 10",
            isSecure: true
        ),
        Scenario(
            "join: 10 a second of 9,900 emojis that are edited",
            "--members 2 --rate 20 --emojis 9900 --joins 10",
            hasFloor: false
        ),
        Scenario(
            "large: 10 a second of 99,000 emojis that are edited",
            "--members 2 --rate 20 --emojis 99000 --joins 10 --mix "
                + "move:60,scale:10,add:15,delete:10,arrange:5",
            hasFloor: false
        ),
        Scenario(
            "durable: 100 writers, 100 documents, 1,000 edits/s",
            "--documents 100 --members 2 --rate 10"
        ),
        Scenario(
            "durable: 1,000 writers, closed loop",
            "--documents 100 --members 10 --writers 10 --window 8",
            hasFloor: false
        ),
        Scenario(
            "storm: 5,000 members come back at once",
            "--documents 50 --members 100 --rate 1 --storm",
            hasFloor: false
        ),
        Scenario(
            "presence: 20 cursors at 30/s among 1,000 members",
            "--members 1000 --rate 10 --cursors 20 --gestures",
            hasFloor: false
        ),
        Scenario(
            "mixed: edits of all kinds, cursors, slow readers, newcomers",
            "--documents 20 --members 20 --writers 4 --rate 5 --emojis 500 --cursors 4 "
                + "--slow 2 --joins 20 --mix move:60,scale:10,add:15,delete:10,arrange:5",
            hasFloor: false
        ),
    ]
}
