internal import Hosting
internal import Operations

/// Rows of text in columns, as wide as they have to be.
struct TextTable {
    private let titles: [String]
    private let isNumber: [Bool]
    private var rows: [[String]] = []

    /// Makes a table; numbers stand at the right of their columns.
    init(_ columns: [(title: String, isNumber: Bool)]) {
        titles = columns.map(\.title)
        isNumber = columns.map(\.isNumber)
    }

    mutating func add(_ row: [String]) {
        precondition(row.count == titles.count, "a row has a cell for each column")
        rows.append(row)
    }

    var lines: [String] {
        let all = [titles] + rows
        let widths = titles.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { row in
            let cells = row.indices.map { column in
                let space = String(repeating: " ", count: widths[column] - row[column].count)
                return isNumber[column] ? space + row[column] : row[column] + space
            }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }
}
