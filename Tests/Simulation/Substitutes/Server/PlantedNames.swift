/// What is wrong with each planted bug: nothing, as none is planted in this package.
let plantedNames: [String] = []
/// The number of the first of them that only several servers show.
let firstPlantedOfClusters = 1
