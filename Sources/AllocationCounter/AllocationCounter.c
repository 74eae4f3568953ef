// Stands in front of glibc's allocator for the whole process, as the glibc manual provides for ("Replacing malloc"), and
// hands every request on to it. While nobody counts, the price is one relaxed load.

#include "AllocationCounter.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(SANITIZED)
#define COUNTS 1
#endif

// Read and written by any thread, relaxed: a reading is taken when the threads that were measured have come to rest.
static atomic_bool counting;
static _Atomic int64_t allocations;
static _Atomic int64_t live_bytes;

#ifdef COUNTS

#include <malloc.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

static int64_t size_of(void *block) {
  return block == NULL ? 0 : (int64_t)(malloc_usable_size(block) + sizeof(size_t));
}

static void *add(void *block, int64_t count) {
  if (__builtin_expect(atomic_load_explicit(&counting, memory_order_relaxed), 0) && block != NULL) {
    atomic_fetch_add_explicit(&allocations, count, memory_order_relaxed);
    atomic_fetch_add_explicit(&live_bytes, size_of(block), memory_order_relaxed);
  }
  return block;
}

static void *allocated(void *block) { return add(block, 1); }

static void released(int64_t size) {
  atomic_fetch_sub_explicit(&live_bytes, size, memory_order_relaxed);
}

void *malloc(size_t size) { return allocated(__libc_malloc(size)); }

// Not counted, though its bytes are: libdispatch calls it for the records of its queues, as often as work happens to change
// threads, and Swift objects, tasks and their frames never come from it.
void *calloc(size_t count, size_t size) { return add(__libc_calloc(count, size), 0); }

void *memalign(size_t alignment, size_t size) { return allocated(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) { return allocated(__libc_memalign(alignment, size)); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) {
    return EINVAL;
  }
  void *block = allocated(__libc_memalign(alignment, size));
  if (block == NULL) {
    return ENOMEM;
  }
  *result = block;
  return 0;
}

void *realloc(void *block, size_t size) {
  bool counts = atomic_load_explicit(&counting, memory_order_relaxed);
  int64_t before = counts ? size_of(block) : 0;
  void *result = allocated(__libc_realloc(block, size));
  if (counts && (result != NULL || size == 0)) {
    released(before);
  }
  return result;
}

void free(void *block) {
  if (__builtin_expect(atomic_load_explicit(&counting, memory_order_relaxed), 0) && block != NULL) {
    released(size_of(block));
  }
  __libc_free(block);
}

#endif

bool allocation_counter_available(void) {
#ifdef COUNTS
  return true;
#else
  return false;
#endif
}

void allocation_counter_start(void) {
  atomic_store(&allocations, 0);
  atomic_store(&live_bytes, 0);
  atomic_store(&counting, true);
}

void allocation_counter_stop(void) { atomic_store(&counting, false); }

int64_t allocation_counter_allocations(void) { return atomic_load(&allocations); }

int64_t allocation_counter_live_bytes(void) { return atomic_load(&live_bytes); }
