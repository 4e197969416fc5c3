/// A connection that was let in, on its way to the loop that serves it.
package struct Arrival: Sendable {
    /// Its socket, which is whoever's has this.
    let descriptor: Int32
    /// The IP address that it comes from.
    let address: String
    let admission: Standing
    /// What it counts as; nil for nothing.
    let countedAs: NetworkAddress?
    /// Whether the path that it asks for is spelt as paths are; true where nobody looked.
    var isPlain = true
}
