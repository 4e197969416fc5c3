internal import COpenSSL

/// The errors that OpenSSL keeps for a thread.
///
/// libssl reads the same queue after each call on a connection: an error that a refused signature
/// left there would end the TLS connection that the thread serves next.
enum ErrorQueue {
    /// Does something and drops the errors that it adds.
    static func restored<Value>(_ body: () -> Value) -> Value {
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        return body()
    }

    /// True when the thread has no error.
    static var isEmpty: Bool { ERR_peek_error() == 0 }
}
