// What Swift's Glibc module lacks of Linux for waiting on sockets that are not libwebsockets' yet.
#ifndef EMOJIART_CLIBWEBSOCKETS_ARRIVALS_H
#define EMOJIART_CLIBWEBSOCKETS_ARRIVALS_H

#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>

// Another descriptor of the same socket; fcntl is variadic. -1 when none is left.
static inline int shim_duplicate(int socket) { return fcntl(socket, F_DUPFD_CLOEXEC, 0); }

static inline int shim_arrivals_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

// Tells of a socket by its name whenever more has come; -1 on failure. Edge-triggered: what came is
// only looked at, and would else be told of again and again.
//
// What came and was read meanwhile is told of if the socket can be written to: such a set looks at
// the state of a socket that woke it, and leaves out one of which nothing is true.
static inline int shim_arrivals_add(int set, int socket, uint64_t name, int even_if_read) {
    struct epoll_event event;
    memset(&event, 0, sizeof(event));
    event.events = EPOLLIN | EPOLLRDHUP | EPOLLET | (even_if_read ? EPOLLOUT : 0);
    event.data.u64 = name;
    return epoll_ctl(set, EPOLL_CTL_ADD, socket, &event);
}

// Before the socket is watched by another: an epoll set keeps what is open elsewhere (epoll(7)).
static inline void shim_arrivals_remove(int set, int socket) {
    epoll_ctl(set, EPOLL_CTL_DEL, socket, NULL);
}

// Writes which sockets have something new, without waiting. epoll_event is a packed struct, which
// Swift had better not lay out.
static inline int shim_arrivals_ready(int set, uint64_t *names, int max) {
    struct epoll_event events[256];
    int count = epoll_wait(set, events, max < 256 ? max : 256, 0);
    for (int i = 0; i < count; i++) names[i] = events[i].data.u64;
    return count;
}

#endif
