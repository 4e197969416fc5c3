/// A cell of the window; (0, 0) is the upper left one.
struct GridPoint: Equatable {
    var column: Int
    var row: Int
}
