// The least that a server can do for what members are told: a program that only sends.
//
//     emojiart-floor MEMBERS RATE SECONDS [FILE]
//
// Sends 160 bytes, as many as an edit's frame has, to each of so many connections, so many times a
// second, or as often as it can at rate 0, and prints the microseconds of processor time that one
// of these sends took. With a file
// each round is appended to it and synced first, as an edit has to be before anybody is told of it.
// Nothing is received, parsed, put in order or answered: no server can be below it on this machine.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { bytes = 160, billion = 1000000000 };

static int failed(const char *what) {
    perror(what);
    return 1;
}

// The members: they read, and do nothing else, in a process of their own.
static void receive(const struct sockaddr_in *address, int members) {
    char buffer[65536];
    struct epoll_event events[256];
    int readiness = epoll_create1(0);
    for (int i = 0; i < members; i++) {
        struct epoll_event event = {.events = EPOLLIN, .data.fd = socket(AF_INET, SOCK_STREAM, 0)};
        if (connect(event.data.fd, (const struct sockaddr *)address, sizeof *address) != 0) return;
        epoll_ctl(readiness, EPOLL_CTL_ADD, event.data.fd, &event);
    }
    for (;;) {
        int count = epoll_wait(readiness, events, 256, -1);
        for (int i = 0; i < count; i++)
            if (recv(events[i].data.fd, buffer, sizeof buffer, 0) <= 0) return;
    }
}

static double processor_time(void) {
    struct rusage use;
    getrusage(RUSAGE_SELF, &use);
    return (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec)
        + (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1e6;
}

int main(int count, char **words) {
    int members = count > 1 ? atoi(words[1]) : 0;
    double rate = count > 2 ? atof(words[2]) : 0, seconds = count > 3 ? atof(words[3]) : 0;
    if (members < 1 || rate < 0 || seconds <= 0) return 2;
    int file = count > 4 ? open(words[4], O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
    if (count > 4 && file < 0) return failed(words[4]);
    struct rlimit descriptors;
    getrlimit(RLIMIT_NOFILE, &descriptors);
    descriptors.rlim_cur = descriptors.rlim_max;
    setrlimit(RLIMIT_NOFILE, &descriptors);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0), one = 1;
    if (bind(listener, (struct sockaddr *)&address, length) != 0 || listen(listener, 4096) != 0
        || getsockname(listener, (struct sockaddr *)&address, &length) != 0) return failed("listen");
    pid_t readers = fork();
    if (readers == 0) {
        receive(&address, members);
        _exit(0);
    }
    int *connections = calloc((size_t)members, sizeof *connections);
    for (int i = 0; i < members; i++) {
        // Who sends as often as it can waits for those who receive.
        connections[i] = accept4(listener, NULL, NULL, rate > 0 ? SOCK_NONBLOCK : 0);
        if (connections[i] < 0) return failed("accept");
        setsockopt(connections[i], IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    }
    char frame[bytes] = {0};
    long sends = 0;
    double start = processor_time();
    struct timespec due, now;
    clock_gettime(CLOCK_MONOTONIC, &due);
    now = due;
    time_t end = due.tv_sec + (time_t)seconds;
    for (long round = 0; rate > 0 ? round < (long)(rate * seconds) : now.tv_sec < end; round++) {
        if (rate > 0) {
            due.tv_nsec += (long)(billion / rate);
            due.tv_sec += due.tv_nsec / billion;
            due.tv_nsec %= billion;
            clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL);
        } else {
            clock_gettime(CLOCK_MONOTONIC, &now);
        }
        if (file >= 0 && (write(file, frame, bytes) != bytes || fdatasync(file) != 0))
            return failed(words[4]);
        for (int i = 0; i < members; i++)
            sends += send(connections[i], frame, bytes, MSG_NOSIGNAL) == bytes;
    }
    printf("%.2f\n", (processor_time() - start) * 1e6 / (double)sends);
    kill(readers, SIGKILL);
    waitpid(readers, NULL, 0);
    return sends == 0;
}
