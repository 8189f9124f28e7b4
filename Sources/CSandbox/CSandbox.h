#ifndef AFFIX_CSANDBOX_H
#define AFFIX_CSANDBOX_H

// The kernel's locks: libseccomp, Landlock (which has no library in the distribution) and prctl (which is variadic).

#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <signal.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// CLONE_VM, CLONE_SIGHAND and CLONE_THREAD: what makes a clone a thread.
#define AFFIX_THREAD_FLAGS 0x10900

static inline int affix_no_new_privileges(void) {
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

// Not dumpable: neither a core file nor another process of this user can read the memory.
static inline int affix_not_dumpable(void) {
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

// Allows a call whatever its arguments.
static inline int affix_allow(scmp_filter_ctx context, int call) {
    return seccomp_rule_add_array(context, SCMP_ACT_ALLOW, call, 0, 0);
}

// Allows a call when the bits of `mask` in its argument number `argument` are `value`.
static inline int affix_allow_masked(
    scmp_filter_ctx context, int call, unsigned argument, uint64_t mask, uint64_t value) {
    struct scmp_arg_cmp rule = {.arg = argument, .op = SCMP_CMP_MASKED_EQ, .datum_a = mask, .datum_b = value};
    return seccomp_rule_add_array(context, SCMP_ACT_ALLOW, call, 1, &rule);
}

// Makes a call fail with `error`, whatever the filter's default is.
static inline int affix_refuse(scmp_filter_ctx context, int call, int error) {
    return seccomp_rule_add_array(context, SCMP_ACT_ERRNO((uint32_t)error), call, 0, 0);
}

static inline scmp_filter_ctx affix_filter(int error) {
    return seccomp_init(SCMP_ACT_ERRNO((uint32_t)error));
}

// Filters every thread that runs already, not only the calling one.
static inline int affix_filter_all_threads(scmp_filter_ctx context) {
    return seccomp_attr_set(context, SCMP_FLTATR_CTL_TSYNC, 1);
}

static inline int affix_call_number(const char *name) {
    return seccomp_syscall_resolve_name(name);
}

// The kernel's Landlock version; below 1 where it has none.
static inline int affix_landlock_version(void) {
    return (int)syscall(444 /* landlock_create_ruleset */, NULL, 0, 1 /* LANDLOCK_CREATE_RULESET_VERSION */);
}

// What a rule of Landlock may give back.
#define AFFIX_LANDLOCK_EXECUTE (1ULL << 0)
#define AFFIX_LANDLOCK_WRITE (1ULL << 1)
#define AFFIX_LANDLOCK_READ (1ULL << 2)
#define AFFIX_LANDLOCK_TRUNCATE (1ULL << 14)

// Every access to files that this version of Landlock can take away.
static inline uint64_t affix_landlock_accesses(int version) {
    return version >= 5 ? 0xFFFF : version >= 3 ? 0x7FFF : version >= 2 ? 0x3FFF : 0x1FFF;
}

// A set of rules that takes away every access to files, from version 4 on also TCP, and from version 6 on signals and
// abstract sockets beyond this process and its own.
static inline int affix_landlock_rules(int version) {
    uint64_t rules[3] = {affix_landlock_accesses(version), version >= 4 ? 3 : 0, version >= 6 ? 3 : 0};
    return (int)syscall(444, rules, version >= 6 ? 24UL : version >= 4 ? 16UL : 8UL, 0);
}

// Gives accesses back below a folder, or on one file. Anonymous memory answers EBADFD: Landlock never closes it.
static inline int affix_landlock_give(int rules, int place, uint64_t accesses) {
    struct __attribute__((packed)) { uint64_t accesses; int32_t place; } rule = {accesses, place};
    int result = (int)syscall(445 /* landlock_add_rule */, rules, 1 /* LANDLOCK_RULE_PATH_BENEATH */, &rule, 0);
    return result < 0 && errno != EBADFD ? -1 : 0;
}

// Holds this process and all that come of it to the rules, which are closed.
static inline int affix_landlock_impose(int rules) {
    int result = (int)syscall(446 /* landlock_restrict_self */, rules, 0);
    close(rules);
    return result;
}

// A place in the file system, to give a rule about; -1 where there is none.
static inline int affix_place(const char *path) {
    return open(path, 010000000 /* O_PATH */ | O_CLOEXEC);
}

// Ends this process with whoever started it.
static inline int affix_end_with_parent(void) {
    return prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
}

#endif
