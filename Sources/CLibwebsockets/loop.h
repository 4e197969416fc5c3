// A libev loop with the watchers that the WebSockets room puts on it beside those of libwebsockets'
// plugin. libev's watchers are set up by macros, which Swift does not import.
#ifndef EMOJIART_CLIBWEBSOCKETS_LOOP_H
#define EMOJIART_CLIBWEBSOCKETS_LOOP_H

#include <ev.h>
#include <stdlib.h>

typedef struct shim_loop {
    struct ev_loop *loop;
    ev_prepare wait; // called before the loop waits
    ev_check rise;   // called when it has waited
    ev_async wake;   // another thread has something to say
    ev_idle busy;    // while it is active the loop does not wait
} shim_loop;

static inline void shim_loop_busy(struct ev_loop *loop, ev_idle *watcher, int events) {
    (void)loop; (void)watcher; (void)events;
}

// A loop whose callbacks find `user` in their watcher's data. NULL when there is none to be had.
static inline shim_loop *shim_loop_create(
    void (*wait)(struct ev_loop *, ev_prepare *, int),
    void (*rise)(struct ev_loop *, ev_check *, int),
    void (*wake)(struct ev_loop *, ev_async *, int),
    void *user
) {
    shim_loop *made = calloc(1, sizeof(shim_loop));
    if (!made) return NULL;
    made->loop = ev_loop_new(EVFLAG_AUTO | EVFLAG_NOENV);
    if (!made->loop) {
        free(made);
        return NULL;
    }
    ev_prepare_init(&made->wait, wait);
    ev_check_init(&made->rise, rise);
    // Before what there is to do: watchers of one priority come in no certain order.
    ev_set_priority(&made->rise, EV_MAXPRI);
    ev_async_init(&made->wake, wake);
    ev_idle_init(&made->busy, shim_loop_busy);
    made->wait.data = user;
    made->rise.data = user;
    made->wake.data = user;
    ev_prepare_start(made->loop, &made->wait);
    ev_check_start(made->loop, &made->rise);
    ev_async_start(made->loop, &made->wake);
    return made;
}

// Runs it until shim_loop_end. Before that, `wait` is called each time that it is about to wait.
static inline void shim_loop_run(shim_loop *loop) { ev_run(loop->loop, 0); }

// From a callback: it runs no further.
static inline void shim_loop_end(shim_loop *loop) { ev_break(loop->loop, EVBREAK_ALL); }

// From a callback: the innermost of the runs that are within each other ends.
static inline void shim_loop_leave(shim_loop *loop) { ev_break(loop->loop, EVBREAK_ONE); }

// From a callback: whether it only looks for events in place of waiting for them.
static inline void shim_loop_set_busy(shim_loop *loop, int is_busy) {
    if (is_busy) ev_idle_start(loop->loop, &loop->busy);
    else ev_idle_stop(loop->loop, &loop->busy);
}

// From any thread, while it exists: `wake` is called soon. Costs no system call when the loop is
// awake (libev(3), ev_async).
static inline void shim_loop_wake(shim_loop *loop) { ev_async_send(loop->loop, &loop->wake); }

// Not from within it; nothing but its own watchers may be on it any more.
static inline void shim_loop_destroy(shim_loop *loop) {
    ev_idle_stop(loop->loop, &loop->busy);
    ev_async_stop(loop->loop, &loop->wake);
    ev_check_stop(loop->loop, &loop->rise);
    ev_prepare_stop(loop->loop, &loop->wait);
    ev_loop_destroy(loop->loop);
    free(loop);
}

#endif
