/// A certificate, which nobody has on a simulated network.
package final class TLSIdentity {
    package let expiresAt = 0
}
