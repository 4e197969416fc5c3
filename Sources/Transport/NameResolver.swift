internal import Glibc

/// Names to addresses, each on a thread of its own: getaddrinfo may wait half a minute for a
/// network that is gone, and a loop must not.
package enum NameResolver {
    /// What came of a question.
    package enum Answer: Sendable {
        /// Numeric addresses, the one to try first first; at least one.
        case addresses([String])
        case failure(String)
    }

    /// Whether a host is an address already.
    package static func isNumeric(_ host: String) -> Bool {
        var address = in6_addr()
        return [AF_INET, AF_INET6].contains { unsafe inet_pton($0, host, &address) == 1 }
    }

    /// Looks a name up; `answer` is called on another thread.
    package static func resolve(_ host: String, answer: @escaping @Sendable (Answer) -> Void) {
        guard Offload.start({ answer(lookUp(host)) }) else {
            return answer(.failure("cannot start a thread to look up \(host)"))
        }
    }

    private static func lookUp(_ host: String) -> Answer {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let failure = unsafe getaddrinfo(host, nil, &hints, &found)
        guard failure == 0 else {
            return .failure("\(host): \(unsafe String(cString: gai_strerror(failure)))")
        }
        defer { unsafe freeaddrinfo(found) }
        var addresses: [String] = []
        var next = unsafe found
        while let info = unsafe next {
            if let address = unsafe info.pointee.ai_addr {
                let text = unsafe NativeAddress.numericHost(address, info.pointee.ai_addrlen)
                if !text.isEmpty { addresses.append(text) }
            }
            unsafe next = info.pointee.ai_next
        }
        return addresses.isEmpty ? .failure("\(host) has no address") : .addresses(addresses)
    }
}
