import Foundation
import Testing

/// A wall clock that a test can move under a program, as an operator or a time server would.
///
/// The program is started with a library before the system's, which adds to the wall clock what a
/// file says at that time. The monotonic clock stays as it is.
struct ShiftedClock {
    private static let source = """
        #define _GNU_SOURCE
        #include <fcntl.h>
        #include <stdlib.h>
        #include <sys/mman.h>
        #include <sys/syscall.h>
        #include <sys/time.h>
        #include <time.h>
        #include <unistd.h>

        static volatile long long *shift;

        __attribute__((constructor)) static void find_shift(void) {
            const char *path = getenv("SHIFTED_CLOCK");
            int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
            void *page = mmap(0, sizeof *shift, PROT_READ, MAP_SHARED, file, 0);
            if (page != MAP_FAILED) shift = page;
        }

        int clock_gettime(clockid_t clock, struct timespec *now) {
            int result = syscall(SYS_clock_gettime, clock, now);
            int is_wall = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
            if (result == 0 && is_wall && shift) now->tv_sec += *shift;
            return result;
        }

        int gettimeofday(struct timeval *now, void *zone) {
            struct timespec exact;
            clock_gettime(CLOCK_REALTIME, &exact);
            now->tv_sec = exact.tv_sec;
            now->tv_usec = exact.tv_nsec / 1000;
            return 0;
        }

        time_t time(time_t *now) {
            struct timespec exact;
            clock_gettime(CLOCK_REALTIME, &exact);
            if (now) *now = exact.tv_sec;
            return exact.tv_sec;
        }

        """

    private let directory: TemporaryDirectory

    /// Builds the library; the clock is right at first.
    init() throws {
        directory = try TemporaryDirectory()
        let source = try directory.write(Self.source, to: "clock.c")
        let library = directory.path("clock.so")
        // The Swift toolchain brings it.
        let arguments = ["clang", "-shared", "-fPIC", "-O1", "-o", library, source]
        let run = try Program("/usr/bin/env", arguments).finish()
        try #require(run.ending == .exit(0), "\(run.errors)")
        try set(seconds: 0)
    }

    /// What runs a program under this clock.
    var tracer: [String] {
        [
            "/usr/bin/env", "LD_PRELOAD=\(directory.path("clock.so"))",
            "SHIFTED_CLOCK=\(directory.path("shift"))",
        ]
    }

    /// The wall clock jumps: from now on it is so many seconds from the true time.
    func set(seconds: Int) throws {
        var bytes: [UInt8] = []
        for index in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: seconds >> (8 * index))) }
        let path = directory.path("shift")
        if !FileManager.default.fileExists(atPath: path) {
            _ = FileManager.default.createFile(atPath: path, contents: Data(bytes))
        }
        // In place: the program has this file before it.
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.write(contentsOf: Data(bytes))
        try file.close()
    }
}
