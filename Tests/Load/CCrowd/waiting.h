// What Swift's Glibc module lacks of Linux for waiting on many sockets.
#ifndef EMOJIART_CCROWD_WAITING_H
#define EMOJIART_CCROWD_WAITING_H

#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>

// What shim_epoll_wait says of a descriptor, in the low bits below its tag.
enum { SHIM_READABLE = 1, SHIM_WRITABLE = 2, SHIM_ENDED = 4, SHIM_TAG_SHIFT = 3 };

static inline int shim_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

// Watches a descriptor, or changes for what; -1 on failure.
static inline int shim_epoll_set(int epoll, int descriptor, uint64_t tag, int is_new, int events) {
    struct epoll_event event;
    memset(&event, 0, sizeof(event));
    event.data.u64 = tag;
    if (events & SHIM_READABLE) event.events |= EPOLLIN | EPOLLRDHUP;
    if (events & SHIM_WRITABLE) event.events |= EPOLLOUT;
    return epoll_ctl(epoll, is_new ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, descriptor, &event);
}

// Waits; writes tag << SHIM_TAG_SHIFT with what is the case for each that is ready. epoll_event is
// a packed struct, which Swift had better not lay out.
static inline int shim_epoll_wait(int epoll, uint64_t *found, int max, int milliseconds) {
    struct epoll_event events[512];
    int count = epoll_wait(epoll, events, max < 512 ? max : 512, milliseconds);
    for (int i = 0; i < count; i++) {
        uint64_t bits = 0;
        if (events[i].events & (EPOLLIN | EPOLLRDHUP)) bits |= SHIM_READABLE;
        if (events[i].events & EPOLLOUT) bits |= SHIM_WRITABLE;
        if (events[i].events & (EPOLLERR | EPOLLHUP)) bits |= SHIM_ENDED;
        found[i] = events[i].data.u64 << SHIM_TAG_SHIFT | bits;
    }
    return count;
}

static inline int shim_nanosecond_timer(void) {
    return timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
}

// Fires once at an absolute CLOCK_MONOTONIC time, at once when it has passed.
static inline int shim_nanosecond_timer_set(int timer, uint64_t at) {
    struct itimerspec spec;
    memset(&spec, 0, sizeof(spec));
    if (at == 0) at = 1;
    spec.it_value.tv_sec = (time_t)(at / 1000000000);
    spec.it_value.tv_nsec = (long)(at % 1000000000);
    return timerfd_settime(timer, TFD_TIMER_ABSTIME, &spec, NULL);
}

#endif
