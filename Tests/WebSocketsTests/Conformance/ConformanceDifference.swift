/// A case in which an endpoint of ours does not do what the suite wants, and why.
struct ConformanceDifference {
    let verdict: ConformanceVerdict
    let why: String
    /// Whether it is a matter of time, so that the case may also be passed.
    var mayPass = false
}

extension ConformanceDifference {
    /// What our server does otherwise when its limits are none to the suite.
    static let server = binary.merging(mergedPings) { $1 }

    /// What our client does otherwise.
    static let client = server.merging(["6.4.3": late, "6.4.4": late]) { $1 }

    private static let late = Self(
        verdict: .nonStrict,
        why: "libwebsockets 4.1.6 hands a client a frame of less than 16 KiB whole"
    )

    /// Binary messages: the protocol of this project has none.
    private static let binary: [String: Self] = {
        var all: [String: Self] = [:]
        for (subgroup, count) in [("1.2", 8), ("9.2", 6), ("9.4", 9), ("9.6", 6), ("9.8", 6)] {
            for number in 1...count {
                all["\(subgroup).\(number)"] = Self(
                    verdict: .refused(1003),
                    why: "no binary messages"
                )
            }
        }
        return all
    }()

    /// Pings that come before the pong to another is out.
    private static let mergedPings: [String: Self] = {
        let why = "libwebsockets 4.1.6 drops pings while it owes a pong"
        return [
            "2.10": Self(verdict: .lost, why: why),
            "2.11": Self(verdict: .lost, why: why, mayPass: true),
        ]
    }()
}
