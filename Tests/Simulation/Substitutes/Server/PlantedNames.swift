/// What is wrong with each planted bug: nothing, as none is planted in this package.
let plantedNames: [String] = []
