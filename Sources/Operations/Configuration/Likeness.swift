/// How much two names differ, for who wrote one of them wrongly.
enum Likeness {
    /// The name that is most like a text: the fewest letters added, left out or exchanged.
    ///
    /// - Precondition: there are names.
    /// - Complexity: O(names × length²).
    static func nearest(to text: String, of names: [String]) -> String {
        guard let best = names.min(by: { distance(text, $0) < distance(text, $1) }) else {
            preconditionFailure("There is always a name to be meant.")
        }
        return best
    }

    /// Levenshtein's distance of two texts.
    static func distance(_ one: String, _ other: String) -> Int {
        let letters = Array(other.utf8)
        var row = Array(0...letters.count)
        for (index, letter) in one.utf8.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in letters.indices {
                let exchanged = diagonal + (letters[column] == letter ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(exchanged, diagonal + 1, row[column] + 1)
            }
        }
        return row[letters.count]
    }
}
