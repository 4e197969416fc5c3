/// Who follows an order on a loop, by the numbers that their mail names.
struct FollowerTable {
    private var followers: [Int: any OrderMail] = [:]
    /// What the next one will be known by.
    private(set) var nextNumber = 1

    subscript(number: Int) -> (any OrderMail)? { followers[number] }

    /// All of them.
    var all: [any OrderMail] { Array(followers.values) }

    /// Adds one, under `nextNumber`.
    mutating func add(_ follower: any OrderMail) {
        followers[nextNumber] = follower
        nextNumber += 1
    }

    mutating func remove(_ number: Int) { followers[number] = nil }
}
