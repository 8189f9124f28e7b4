#ifndef AFFIX_CDESCRIPTORS_H
#define AFFIX_CDESCRIPTORS_H

// Passing descriptors over a socket, and the few calls around them that Swift cannot make itself: macros, variadics,
// and what glibc declares only with _GNU_SOURCE, which a header must not define: it would disagree with other modules.

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define AFFIX_MOST_DESCRIPTORS 2

// memfd_create with what every memfd of ours has: closed on exec, and sealable.
static inline int affix_memfd(const char *name) {
    extern int memfd_create(const char *, unsigned int);
    return memfd_create(name, 0x0001U /* MFD_CLOEXEC */ | 0x0002U /* MFD_ALLOW_SEALING */);
}

// A file without a name in the given folder. Where the file system cannot, the name made out of `template`, which ends
// in XXXXXX, lives for the length of two calls.
static inline int affix_open_nameless(const char *folder, char *template) {
    extern int mkostemp(char *, int);
    int file = open(folder, 020200000 /* O_TMPFILE */ | O_RDWR | O_CLOEXEC, 0600);
    if (file >= 0 || (errno != EOPNOTSUPP && errno != EISDIR)) return file;
    file = mkostemp(template, O_CLOEXEC);
    if (file >= 0) unlink(template);
    return file;
}

// The size of a regular file; -1 for anything else.
static inline off_t affix_regular_size(int descriptor) {
    struct stat status;
    return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) ? status.st_size : -1;
}

// The next connection at a socket that listens: closed on exec, and it never blocks.
static inline int affix_accept(int listener) {
    extern int accept4(int, struct sockaddr *, socklen_t *, int);
    return accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

static inline int affix_duplicate(int descriptor) {
    return fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
}

static inline ssize_t affix_send(int socket, const void *bytes, size_t count, const int *descriptors, int number) {
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
    union {
        struct cmsghdr align;
        char bytes[CMSG_SPACE(sizeof(int) * AFFIX_MOST_DESCRIPTORS)];
    } control;
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (number < 0 || number > AFFIX_MOST_DESCRIPTORS) { errno = EINVAL; return -1; }
    if (number > 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = control.bytes;
        message.msg_controllen = CMSG_SPACE(sizeof(int) * (size_t)number);
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int) * (size_t)number);
        memcpy(CMSG_DATA(header), descriptors, sizeof(int) * (size_t)number);
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL);
}

// Receives one packet. `descriptors` has room for AFFIX_MOST_DESCRIPTORS; *number says how many came. A packet that was
// cut short gives EMSGSIZE, and its descriptors are closed.
static inline ssize_t affix_receive(int socket, void *bytes, size_t room, int *descriptors, int *number) {
    struct iovec part = {.iov_base = bytes, .iov_len = room};
    union {
        struct cmsghdr align;
        char bytes[CMSG_SPACE(sizeof(int) * AFFIX_MOST_DESCRIPTORS)];
    } control;
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    *number = 0;
    ssize_t count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (count < 0) return count;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        int came = (int)((header->cmsg_len - CMSG_LEN(0)) / sizeof(int));
        for (int index = 0; index < came; index++) {
            int descriptor;
            memcpy(&descriptor, CMSG_DATA(header) + sizeof(int) * (size_t)index, sizeof descriptor);
            if (*number < AFFIX_MOST_DESCRIPTORS) descriptors[(*number)++] = descriptor;
            else close(descriptor);
        }
    }
    if (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) {
        for (int index = 0; index < *number; index++) close(descriptors[index]);
        *number = 0;
        errno = EMSGSIZE;
        return -1;
    }
    return count;
}

// Both ends of a new pipe, closed on exec.
static inline int affix_pipe(int ends[2]) {
    extern int pipe2(int[2], int);
    return pipe2(ends, O_CLOEXEC);
}

// Lets a pipe hold more; a system that refuses only makes both sides wait more often.
static inline void affix_widen_pipe(int end, int bytes) {
    fcntl(end, 1031 /* F_SETPIPE_SZ */, bytes);
}

// What every child starts with: no signal blocked or ignored, as they are on threads of ours, so that a limit that is
// passed ends it by its signal; and a process group of its own, so that it can be ended with all that it has started, and
// Ctrl-C in a terminal reaches its parent alone. Returns 0 or an error number; the attributes must be destroyed after a 0.
static inline int affix_child_attributes(posix_spawnattr_t *attributes) {
    sigset_t none, limits;
    int result = posix_spawnattr_init(attributes);
    if (result) return result;
    sigemptyset(&none);
    sigemptyset(&limits);
    sigaddset(&limits, SIGPIPE);
    sigaddset(&limits, SIGXCPU);
    sigaddset(&limits, SIGXFSZ);
    result = posix_spawnattr_setsigmask(attributes, &none);
    if (!result) result = posix_spawnattr_setsigdefault(attributes, &limits);
    if (!result) result = posix_spawnattr_setpgroup(attributes, 0);
    short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP;
    if (!result) result = posix_spawnattr_setflags(attributes, flags);
    if (result) posix_spawnattr_destroy(attributes);
    return result;
}

// Starts a program with `number` files as its descriptors 3, 4 and so on, /dev/null as the standard ones, and nothing
// else: no other descriptor and an empty environment. With `words`, what it says goes there. Returns 0 or an error number.
static inline int affix_launch(
    pid_t *process, char *const arguments[], const int *files, int number, int words) {
    extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
    char *environment[] = {NULL};
    int copies[AFFIX_MOST_DESCRIPTORS + 1];
    int copied = 0;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int result = affix_child_attributes(&attributes);
    if (result) return result;
    result = posix_spawn_file_actions_init(&actions);
    if (result) {
        posix_spawnattr_destroy(&attributes);
        return result;
    }
    // Copies beyond all numbers that are taken below: none is overwritten before it has its place.
    for (int index = 0; index <= number && !result && number <= AFFIX_MOST_DESCRIPTORS; index++) {
        int file = index < number ? files[index] : words;
        if (file < 0) continue;
        int copy = copies[copied] = fcntl(file, F_DUPFD_CLOEXEC, 16);
        if (copy < 0) { result = errno; break; }
        copied++;
        if (index < number) result = posix_spawn_file_actions_adddup2(&actions, copy, 3 + index);
        else result = posix_spawn_file_actions_adddup2(&actions, copy, 1);
    }
    if (!result) result = posix_spawn_file_actions_addclosefrom_np(&actions, 3 + number);
    if (!result) result = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    if (!result && words < 0) result = posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    if (!result) result = posix_spawn_file_actions_adddup2(&actions, 1, 2);
    if (!result) result = posix_spawn(process, arguments[0], &actions, &attributes, arguments, environment);
    while (copied > 0) close(copies[--copied]);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return result;
}

// Starts a program of the PATH with no input, no output, our standard error and no other descriptor. Returns 0 or an error
// number.
static inline int affix_start(pid_t *process, char *const arguments[]) {
    extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
    extern char **environ;
    posix_spawnattr_t attributes;
    int result = affix_child_attributes(&attributes);
    if (result) return result;
    posix_spawn_file_actions_t actions;
    result = posix_spawn_file_actions_init(&actions);
    if (!result) {
        result = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
        if (!result) result = posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
        if (!result) result = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
        if (!result) result = posix_spawnp(process, arguments[0], &actions, &attributes, arguments, environ);
        posix_spawn_file_actions_destroy(&actions);
    }
    posix_spawnattr_destroy(&attributes);
    return result;
}

// Waits for a child to end and takes its status; -1 when it has not ended in time.
static inline int affix_await(pid_t process, int milliseconds, int *status) {
    for (int waited = 0; waited <= milliseconds; waited += 10) {
        pid_t ended = waitpid(process, status, WNOHANG);
        if (ended == process) return 0;
        if (ended < 0 && errno != EINTR) return -1;
        poll(NULL, 0, 10);
    }
    return -1;
}

#endif
