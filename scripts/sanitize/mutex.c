// Tells the thread sanitizer what it cannot see of Swift's Mutex. Loaded before a sanitized program (LD_PRELOAD).
//
// The quick ways in and out of a Mutex are compiled into whoever uses it, and so are watched. But who has to wait, and who
// wakes another, goes through functions of libswiftSynchronization, which are not watched: the sanitizer never learns that
// the one came after the other, and takes two turns of one lock for a race. Here these functions are called as ever, and
// what they do is noted. Nothing is suppressed: a race that goes round the lock is reported as before.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

// Methods of Swift: the mutex is in the register that Swift keeps for `self`.
#define METHOD __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

// Synchronization._MutexHandle._lockSlow(_:), ._tryLockSlow() and ._unlockSlow()
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

static void *real(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (!function) abort();
    return function;
}

METHOD void noted_lock(uint32_t thread, SELF void *mutex) __asm__(LOCK);
METHOD bool noted_try_lock(SELF void *mutex) __asm__(TRY_LOCK);
METHOD void noted_unlock(SELF void *mutex) __asm__(UNLOCK);

METHOD void noted_lock(uint32_t thread, SELF void *mutex) {
    METHOD void (*lock)(uint32_t, SELF void *) = real(LOCK);
    lock(thread, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

METHOD bool noted_try_lock(SELF void *mutex) {
    METHOD bool (*try_lock)(SELF void *) = real(TRY_LOCK);
    bool is_locked = try_lock(mutex);
    if (is_locked && __tsan_acquire) __tsan_acquire(mutex);
    return is_locked;
}

METHOD void noted_unlock(SELF void *mutex) {
    METHOD void (*unlock)(SELF void *) = real(UNLOCK);
    if (__tsan_release) __tsan_release(mutex);
    unlock(mutex);
}
