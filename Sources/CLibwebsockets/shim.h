// What Swift needs from libwebsockets and Linux and cannot import by itself.
// Each definition says why Swift could not do without it.
#ifndef EMOJIART_CLIBWEBSOCKETS_SHIM_H
#define EMOJIART_CLIBWEBSOCKETS_SHIM_H

#include <libwebsockets.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

// execinfo.h is missing from Swift's Glibc module, and to include it here would take types away
// from that one.
int backtrace(void **frames, int count);
void backtrace_symbols_fd(void *const *frames, int count, int descriptor);

// The importer drops composite options: the bit behind
// LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT is a plain shift and is kept here with its C value.
static inline uint64_t shim_option_tls_init(void) {
    return (uint64_t)LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
}

// timerfd_create is missing from Swift's Glibc module. Returns -1 on failure.
static inline int shim_timer_create(void) {
    return timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
}

// timerfd_settime is missing from Swift's Glibc module. Fires once, at an absolute
// CLOCK_MONOTONIC time in milliseconds; a time that has passed fires at once.
static inline int shim_timer_set(int timer, uint64_t at_milliseconds) {
    struct itimerspec spec;
    memset(&spec, 0, sizeof(spec));
    // All zero would disarm the timer instead of firing it.
    if (at_milliseconds == 0) at_milliseconds = 1;
    spec.it_value.tv_sec = (time_t)(at_milliseconds / 1000);
    spec.it_value.tv_nsec = (long)(at_milliseconds % 1000) * 1000000;
    return timerfd_settime(timer, TFD_TIMER_ABSTIME, &spec, NULL);
}

// A 64-bit field of the kernel's TCP_INFO: glibc's struct ends before them, and linux/tcp.h collides
// with it in one module, so they are read at their offsets (linux/tcp.h: 8 bytes, 24 words, two
// rates, then these). Returns 0 when the kernel does not tell.
static inline uint64_t shim_tcp_counter(int fd, size_t offset) {
    unsigned char info[192];
    socklen_t length = sizeof(info);
    uint64_t value = 0;
    if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, info, &length) != 0) return 0;
    if (length >= offset + sizeof(value)) memcpy(&value, info + offset, sizeof(value));
    return value;
}

// Bytes that the peer has acknowledged so far: tcpi_bytes_acked.
static inline uint64_t shim_bytes_acknowledged(int fd) { return shim_tcp_counter(fd, 120); }

// Bytes that the peer has sent so far, read or not: tcpi_bytes_received.
static inline uint64_t shim_bytes_received(int fd) { return shim_tcp_counter(fd, 128); }

// Bytes that the peer has sent so far and that were read from the kernel; FIONREAD is variadic.
// Returns -1 when the kernel does not tell, and when what is unread changed each time that it was
// asked, for then the two figures do not belong together.
static inline int64_t shim_bytes_read(int fd) {
    int unread = 0, after = 0;
    if (ioctl(fd, FIONREAD, &unread) != 0) return -1;
    for (int tries = 0; tries < 4; tries++) {
        uint64_t received = shim_bytes_received(fd);
        if (ioctl(fd, FIONREAD, &after) != 0) return -1;
        if (after == unread) {
            if (received == 0 || unread < 0 || (uint64_t)unread > received) return -1;
            return (int64_t)(received - (uint64_t)unread);
        }
        unread = after;
    }
    return -1;
}

// Whether the connection was reset: what was received before may still be there to read.
static inline int shim_is_reset(int fd) {
    struct tcp_info info;
    socklen_t length = sizeof(info);
    if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &length) != 0) return 1;
    return info.tcpi_state == TCP_CLOSE;
}

// TCP_NOTSENT_LOWAT comes and goes with glibc's feature macros; its value is fixed by Linux.
static inline int shim_set_not_sent_low_water(int fd, int bytes) {
    return setsockopt(fd, IPPROTO_TCP, 25, &bytes, sizeof(bytes));
}

// The user whose process is at the other end of a Unix socket, -1 when the kernel does not tell.
// struct ucred comes and goes with glibc's feature macros; its layout is fixed by Linux (unix(7)).
static inline int64_t shim_peer_user(int fd) {
    struct { int32_t process; uint32_t user; uint32_t group; } peer;
    socklen_t length = sizeof(peer);
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) return -1;
    return peer.user;
}

// RLIMIT_NOFILE is an enum on Linux and getrlimit wants another C type than Swift imports.
static inline int shim_descriptors_max(void) {
    long value = sysconf(_SC_OPEN_MAX);
    return value > 0 && value < 1000000000 ? (int)value : 1024;
}

#endif
