// Tells ThreadSanitizer what it cannot see of `Mutex`.
//
// Synchronization's Mutex locks by an atomic exchange in the caller, which is instrumented. When the
// lock is taken already, the caller goes on in the library, which is not: so that a program with
// nothing but a contended Mutex is reported. This goes before the library (LD_PRELOAD) and says what
// its three slow ways do. Nothing is suppressed: a race elsewhere, or in what a lock should guard
// and does not, is found as before.
//
// The names are those of Swift 6.3's library on Linux; another version may have others, and then
// the reports are back, each with `withLock` in it.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// Not there in a program without the sanitizer, such as one that a test starts.
void __tsan_acquire(void *) __attribute__((weak));
void __tsan_release(void *) __attribute__((weak));

typedef SWIFT void (*Lock)(uint32_t state, SELF void *handle);
typedef SWIFT bool (*TryLock)(SELF void *handle);
typedef SWIFT void (*Unlock)(SELF void *handle);

SWIFT void lockSlow(uint32_t state, SELF void *handle) __asm__(LOCK);
SWIFT bool tryLockSlow(SELF void *handle) __asm__(TRY_LOCK);
SWIFT void unlockSlow(SELF void *handle) __asm__(UNLOCK);

SWIFT void lockSlow(uint32_t state, SELF void *handle) {
    ((Lock)dlsym(RTLD_NEXT, LOCK))(state, handle);
    if (__tsan_acquire) __tsan_acquire(handle);
}

SWIFT bool tryLockSlow(SELF void *handle) {
    bool isLocked = ((TryLock)dlsym(RTLD_NEXT, TRY_LOCK))(handle);
    if (isLocked && __tsan_acquire) __tsan_acquire(handle);
    return isLocked;
}

SWIFT void unlockSlow(SELF void *handle) {
    if (__tsan_release) __tsan_release(handle);
    ((Unlock)dlsym(RTLD_NEXT, UNLOCK))(handle);
}
