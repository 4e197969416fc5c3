/// A bug that the simulation has to find.
struct PlantedBug {
    /// The number by which a run asks for it.
    let number: Int
    /// What is wrong.
    let name: String
    /// Where.
    let changes: [Change]

    static let all: [PlantedBug] = []
}
