/// What TLS is served with on a true network.
struct TLSContext {
    func prepare() -> Bool { true }
}
