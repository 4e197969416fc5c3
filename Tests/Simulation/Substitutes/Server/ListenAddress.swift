/// Where a simulated server listens.
struct ListenAddress: CustomStringConvertible {
    let host = "127.0.0.1"
    let port = 8_080

    var isLoopback: Bool { true }
    var urlHost: String { host }
    var description: String { "\(host):\(port)" }
}
