/// A certificate, which nobody has on a simulated network.
package final class TLSIdentity {
    /// When it ends.
    package let expiresAt = 0

    func install(in context: TLSContext) -> Bool { true }
}
