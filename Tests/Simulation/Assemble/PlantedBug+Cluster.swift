// What may be wrong between nodes.
extension PlantedBug {
    static let cluster: [Draft] = []
}
