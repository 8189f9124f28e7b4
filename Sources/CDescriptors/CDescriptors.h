#ifndef AFFIX_CDESCRIPTORS_H
#define AFFIX_CDESCRIPTORS_H

// Passing descriptors over a socket, and the few calls around them that Swift cannot make itself: macros, variadics,
// and what glibc declares only with _GNU_SOURCE, which a header must not define: it would disagree with other modules.

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
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

// Starts a program with one argument, `line` as its descriptor 3, /dev/null as the standard ones, and nothing else: no
// other descriptor, an empty environment and no blocked signal. It leads a process group of its own, so that Ctrl-C in a
// terminal reaches its parent alone. Returns 0 or an error number.
static inline int affix_launch(pid_t *process, const char *program, const char *argument, int line) {
    extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
    char *arguments[] = {(char *)program, (char *)argument, NULL};
    char *environment[] = {NULL};
    posix_spawnattr_t attributes;
    int result = posix_spawnattr_init(&attributes);
    if (result) return result;
    sigset_t none;
    sigemptyset(&none);
    result = posix_spawnattr_setsigmask(&attributes, &none);
    if (!result) result = posix_spawnattr_setpgroup(&attributes, 0);
    if (!result) result = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    posix_spawn_file_actions_t actions;
    if (!result) result = posix_spawn_file_actions_init(&actions);
    if (!result) {
        result = posix_spawn_file_actions_adddup2(&actions, line, 3);
        if (!result) result = posix_spawn_file_actions_addclosefrom_np(&actions, 4);
        if (!result) result = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
        if (!result) result = posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
        if (!result) result = posix_spawn_file_actions_adddup2(&actions, 1, 2);
        if (!result) result = posix_spawn(process, program, &actions, &attributes, arguments, environment);
        posix_spawn_file_actions_destroy(&actions);
    }
    posix_spawnattr_destroy(&attributes);
    return result;
}

#endif
