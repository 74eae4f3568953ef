// Why this exists: on Linux the thread sanitizer reports races that are none on state guarded by `Synchronization.Mutex`.
//
// The mutex takes and gives its uncontended path in code that is inlined into the client, where the sanitizer sees the
// atomic operations. Under contention it calls `_lockSlow` and `_unlockSlow`, which live in libswiftSynchronization.so;
// that library is not instrumented, so the sanitizer never learns that the previous holder's writes happened before the
// next holder's reads. Here the slow functions are overridden: each calls the real one and tells the sanitizer what the
// lock means. The address is the one the inlined path uses, so slow and fast paths meet in one synchronization object.
//
// It hides nothing: an access outside the lock has no such edge, and is reported as ever. Without the sanitizer, and on
// other systems, this file is empty. Only test bundles link it.

#if defined(__linux__) && defined(__has_feature)
#if __has_feature(thread_sanitizer)

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK_SLOW "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

#define SWIFT_METHOD __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

void __tsan_acquire(void *address);
void __tsan_release(void *address);

SWIFT_METHOD void shim_lock_slow(uint32_t thread, SELF void *handle) __asm__(LOCK_SLOW);
SWIFT_METHOD bool shim_try_lock_slow(SELF void *handle) __asm__(TRY_LOCK_SLOW);
SWIFT_METHOD void shim_unlock_slow(SELF void *handle) __asm__(UNLOCK_SLOW);

typedef SWIFT_METHOD void (*lock_slow_function)(uint32_t thread, SELF void *handle);
typedef SWIFT_METHOD bool (*try_lock_slow_function)(SELF void *handle);
typedef SWIFT_METHOD void (*unlock_slow_function)(SELF void *handle);

static lock_slow_function real_lock_slow;
static try_lock_slow_function real_try_lock_slow;
static unlock_slow_function real_unlock_slow;

static void *real(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (function == NULL) {
    fprintf(stderr, "ThreadSanitizerShim: libswiftSynchronization has no %s\n", name);
    abort();
  }
  return function;
}

// Before any thread is there, and so that no look-up happens under a lock.
__attribute__((constructor)) static void find_real_functions(void) {
  real_lock_slow = (lock_slow_function)real(LOCK_SLOW);
  real_try_lock_slow = (try_lock_slow_function)real(TRY_LOCK_SLOW);
  real_unlock_slow = (unlock_slow_function)real(UNLOCK_SLOW);
}

SWIFT_METHOD void shim_lock_slow(uint32_t thread, SELF void *handle) {
  real_lock_slow(thread, handle);
  __tsan_acquire(handle);
}

SWIFT_METHOD bool shim_try_lock_slow(SELF void *handle) {
  bool taken = real_try_lock_slow(handle);
  if (taken) {
    __tsan_acquire(handle);
  }
  return taken;
}

SWIFT_METHOD void shim_unlock_slow(SELF void *handle) {
  __tsan_release(handle);
  real_unlock_slow(handle);
}

#endif
#endif
