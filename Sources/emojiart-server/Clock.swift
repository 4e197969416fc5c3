internal import Glibc

/// The wall clock.
enum Clock {
    /// Milliseconds since 1970.
    ///
    /// It may jump: nothing but a time stamp is made of it.
    static var milliseconds: Int {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }
}
