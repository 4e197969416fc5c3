/// What `emojiart-load` is told for one line of the table.
struct Scenario {
    let name: String
    let arguments: [String]
    /// Whether all of it is within TLS.
    let isSecure: Bool
    /// What a program that only sends has to do for the same deliveries; nil where it would not be
    /// the same.
    let floor: Floor?

    /// True when edits come at a fixed rate; false in a closed loop.
    var isPaced: Bool { arguments.contains("--rate") }

    private init(
        _ name: String,
        _ arguments: String,
        isSecure: Bool = false,
        floor: Floor? = nil
    ) {
        self.name = name
        self.floor = floor
        self.isSecure = isSecure
        self.arguments = arguments.split(separator: " ").map(String.init)
    }

    /// All of them; each on a server of its own.
    static let all = [
        Scenario(
            "fan-out: 1 writer at 10/s to 1,000 members",
            "--members 1000 --rate 10",
            floor: Floor(members: 1_000, rate: 10)
        ),
        Scenario(
            "fan-out: 1 writer at 10/s to 100 members",
            "--members 100 --rate 10",
            floor: Floor(members: 100, rate: 10)
        ),
        Scenario(
            "fan-out: 1 writer at 10/s to 10,000 members",
            "--members 10000 --rate 10",
            floor: Floor(members: 10_000, rate: 10)
        ),
        Scenario("fan-out, closed loop to 1,000 members", "--members 1000 --window 200"),
        Scenario(
            "fan-out, closed loop to 100 members",
            "--members 100 --window 32",
            floor: Floor(members: 100, rate: 0)
        ),
        Scenario(
            "ten writers, closed loop",
            "--members 10 --writers 10 --window 32",
            floor: Floor(members: 10, rate: 0)
        ),
        Scenario(
            "rooms: 100 of 10, 2/s each",
            "--documents 100 --members 10 --rate 2",
            floor: Floor(members: 10, rate: 200)
        ),
        Scenario(
            "rooms: 100 of 10, 20/s each",
            "--documents 100 --members 10 --rate 20",
            floor: Floor(members: 10, rate: 2_000)
        ),
        Scenario(
            "rooms: 100 of 10, closed loop",
            "--documents 100 --members 10 --window 50",
            floor: Floor(members: 10, rate: 0)
        ),
        Scenario(
            "idle: a pair alone at 100/s",
            "--members 2 --rate 100",
            floor: Floor(members: 2, rate: 100)
        ),
        Scenario(
            "idle: a pair at 100/s among 5,000 idle",
            "--members 2 --rate 100 --idle 5000",
            floor: Floor(members: 2, rate: 100)
        ),
        Scenario(
            "idle: a pair at 100/s among 10,000 idle",
            "--members 2 --rate 100 --idle 10000",
            floor: Floor(members: 2, rate: 100)
        ),
        Scenario(
            "idle: a pair at 100/s among 15,000 idle",
            "--members 2 --rate 100 --idle 15000",
            floor: Floor(members: 2, rate: 100)
        ),
        Scenario(
            "wide: 500 of 10,000 open documents, 1/s each",
            "--documents 500 --members 2 --rate 1 --idle 9500 --idle-together 1",
            floor: Floor(members: 2, rate: 500)
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
            "--members 2 --rate 20 --emojis 9900 --joins 10"
        ),
        Scenario(
            "large: 10 a second of 99,000 emojis that are edited",
            "--members 2 --rate 20 --emojis 99000 --joins 10 "
                + "--mix move:60,scale:10,add:15,delete:10,arrange:5"
        ),
        Scenario(
            "durable: 100 writers, 100 documents, 1,000 edits/s",
            "--documents 100 --members 2 --rate 10",
            floor: Floor(members: 2, rate: 1_000)
        ),
        Scenario(
            "durable: 1,000 writers, closed loop",
            "--documents 100 --members 10 --writers 10 --window 8"
        ),
        Scenario(
            "storm: 5,000 members come back at once",
            "--documents 50 --members 100 --rate 1 --storm"
        ),
        Scenario(
            "presence: 20 cursors at 30/s among 1,000 members",
            "--members 1000 --rate 10 --cursors 20 --gestures"
        ),
        Scenario(
            "mixed: edits of all kinds, cursors, slow readers, newcomers",
            "--documents 20 --members 20 --writers 4 --rate 5 --emojis 500 --cursors 4 "
                + "--slow 2 --joins 20 --mix move:60,scale:10,add:15,delete:10,arrange:5"
        ),
    ]
}
