#ifndef AFFIX_CSANDBOX_H
#define AFFIX_CSANDBOX_H

// The kernel's locks: libseccomp, Landlock (which has no library in the distribution) and prctl (which is variadic).

#include <errno.h>
#include <seccomp.h>
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

// Takes away every access to files (and, from version 4 on, TCP) that this version of Landlock can take away.
static inline int affix_landlock_nothing_left(int version) {
    uint64_t files = version >= 5 ? 0xFFFF : version >= 3 ? 0x7FFF : version >= 2 ? 0x3FFF : 0x1FFF;
    uint64_t rules[2] = {files, version >= 4 ? 3 : 0};
    int ruleset = (int)syscall(444, rules, version >= 4 ? 16UL : 8UL, 0);
    if (ruleset < 0) return -1;
    int result = (int)syscall(446 /* landlock_restrict_self */, ruleset, 0);
    close(ruleset);
    return result;
}

#endif
