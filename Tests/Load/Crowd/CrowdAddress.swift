internal import Glibc

/// Where a server listens: looked up once, for all members.
@safe package struct CrowdAddress {
    let storage: sockaddr_storage
    let length: socklen_t
    /// What the members say in `Host`.
    let host: String

    /// Looks a host up; waits for the answer.
    ///
    /// - Throws: when it has no address.
    package init(host: String, port: Int) throws(CrowdError) {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let code = unsafe getaddrinfo(host, String(port), &hints, &found)
        defer { unsafe freeaddrinfo(found) }
        guard code == 0, let first = unsafe found?.pointee, let address = unsafe first.ai_addr
        else { throw CrowdError(description: "\(host) has no address") }
        var storage = sockaddr_storage()
        unsafe withUnsafeMutableBytes(of: &storage) { target in
            unsafe target.copyMemory(
                from: UnsafeRawBufferPointer(start: address, count: Int(first.ai_addrlen))
            )
        }
        self.storage = storage
        length = unsafe first.ai_addrlen
        self.host = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
