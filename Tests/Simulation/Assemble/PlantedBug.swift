/// A bug that the simulation has to find: a place of the source, made wrong when a run asks for it.
struct PlantedBug {
    /// The number by which a run asks for it.
    let number: Int
    /// What is wrong then.
    let name: String
    /// Where.
    let changes: [Change]

    /// All of them, numbered from 1.
    static let all: [PlantedBug] = {
        let drafts = [storage, gate, order, session, delivery, client, model].joined()
        return drafts.enumerated().map { index, bug in
            let number = index + 1
            return PlantedBug(
                number: number,
                name: bug.name,
                changes: bug.places.map { place in
                    Change(
                        file: place.file,
                        original: place.original,
                        replacement: place.replacement
                            .replacing("PLANTED", with: "planted(\(number))"),
                        isPlanted: true
                    )
                }
            )
        }
    }()

    /// The source of the list of names.
    static var names: String {
        let lines = all.map { "    \"\($0.name)\",\n" }.joined()
        return """
            /// What is wrong with each planted bug, from number 1 on.
            let plantedNames = [
            \(lines)]

            """
    }

    /// A bug before it has its number: `PLANTED` stands for the question whether it is asked for.
    struct Draft {
        let name: String
        let places: [Place]

        init(_ name: String, _ places: Place...) {
            self.name = name
            self.places = places
        }
    }

    /// A text and what takes its place.
    struct Place {
        let file: String
        let original: String
        let replacement: String

        init(_ file: String, _ original: String, _ replacement: String) {
            self.file = file
            self.original = original
            self.replacement = replacement
        }
    }
}
