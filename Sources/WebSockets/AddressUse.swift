/// What one IP address has of a server.
struct AddressUse {
    /// Its connections now.
    var count = 0
    /// How many more it may open at once.
    var opening: TokenBucket
}
