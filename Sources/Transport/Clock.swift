internal import CLibwebsockets
internal import Glibc

/// The clocks of the machine.
package enum Clock {
    /// Milliseconds since 1970.
    ///
    /// It may jump: nothing but a time stamp is made of it.
    package static var milliseconds: Int { Int(read(CLOCK_REALTIME) / 1_000_000) }

    /// Nanoseconds of CLOCK_MONOTONIC, which never jumps.
    package static var nanoseconds: UInt64 { read(CLOCK_MONOTONIC) }

    private static func read(_ clock: clockid_t) -> UInt64 {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
