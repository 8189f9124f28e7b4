#ifndef AFFIX_CEPOLL_H
#define AFFIX_CEPOLL_H

// Waiting for many descriptors at once, which Swift's view of the C library leaves out.

#include <errno.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#define AFFIX_WANTS_READ 1
#define AFFIX_WANTS_WRITE 2
#define AFFIX_HAS_FAILED 4

struct affix_readiness {
    int descriptor;
    int what;
};

static inline int affix_epoll_open(void) {
    return epoll_create1(EPOLL_CLOEXEC);
}

static inline int affix_bell_open(void) {
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

static inline void affix_bell_ring(int bell) {
    uint64_t one = 1;
    (void)!write(bell, &one, sizeof one);
}

static inline void affix_bell_silence(int bell) {
    uint64_t count;
    (void)!read(bell, &count, sizeof count);
}

// Watches a descriptor, whether or not it is watched already. Returns 0 or an error number.
static inline int affix_epoll_watch(int epoll, int descriptor, int wants) {
    struct epoll_event event = {.data.fd = descriptor};
    if (wants & AFFIX_WANTS_READ) event.events |= EPOLLIN;
    if (wants & AFFIX_WANTS_WRITE) event.events |= EPOLLOUT;
    if (epoll_ctl(epoll, EPOLL_CTL_MOD, descriptor, &event) == 0) return 0;
    if (errno == ENOENT && epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0) return 0;
    return errno;
}

static inline void affix_epoll_forget(int epoll, int descriptor) {
    struct epoll_event unused = {0};
    epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, &unused);
}

// What is ready, at most `room` and at most 256 of them; 0 when the time passed or a signal came.
static inline int affix_epoll_wait(int epoll, struct affix_readiness *ready, int room, int milliseconds) {
    struct epoll_event events[256];
    int count = epoll_wait(epoll, events, room < 256 ? room : 256, milliseconds);
    for (int index = 0; index < count; index++) {
        uint32_t came = events[index].events;
        ready[index].descriptor = events[index].data.fd;
        ready[index].what = (came & EPOLLIN ? AFFIX_WANTS_READ : 0) | (came & EPOLLOUT ? AFFIX_WANTS_WRITE : 0)
            | (came & (EPOLLERR | EPOLLHUP) ? AFFIX_HAS_FAILED : 0);
    }
    return count < 0 ? 0 : count;
}

#endif
