// Why this exists: on Linux the thread sanitizer reports a race that is none when a continuation is resumed before its
// task has come to wait for it.
//
// `resume` tells the sanitizer that it releases the task, and a task that is scheduled anew acquires. But a task that finds its
// continuation resumed goes on at once, and there the runtime forgets to acquire. So `swift_continuation_await` is
// overridden: where it would go on at once, it goes on in `acquire_and_go_on`, which does what was forgotten.
//
// The runtime reads `resume_parent` of the context only where it goes on at once; a task that is scheduled goes on at its own
// `resume_task`, which has been the same function since the continuation was made. That is where the original is found.

#if defined(__linux__) && defined(__has_feature)
#if __has_feature(thread_sanitizer)

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define SWIFT_ASYNC __attribute__((swiftasynccall))
#define ASYNC_CONTEXT __attribute__((swift_async_context))
#define UNINSTRUMENTED __attribute__((disable_sanitizer_instrumentation))

struct continuation_context;
typedef SWIFT_ASYNC void (*resume_function)(ASYNC_CONTEXT struct continuation_context *context);
typedef SWIFT_ASYNC void (*await_function)(struct continuation_context *context);

// The beginning of the runtime's `ContinuationAsyncContext`.
struct continuation_context {
  void *parent;
  resume_function resume_parent;
  uintptr_t flags;
};

// The beginning of the runtime's `AsyncTask`.
struct task {
  void *object_header[2];
  void *scheduler_private[2];
  uint32_t flags;
  uint32_t identifier;
  void *reserved[2];
  resume_function resume_task;
};

static const uintptr_t executor_switch_is_forced = 2;

struct task *swift_task_getCurrent(void) __attribute__((swiftcall));
void __tsan_acquire(void *address);

static await_function real_await;

__attribute__((constructor)) static void find_real_function(void) {
  real_await = (await_function)dlsym(RTLD_NEXT, "swift_continuation_await");
  if (real_await == NULL) {
    fprintf(stderr, "ThreadSanitizerShim: libswift_Concurrency has no swift_continuation_await\n");
    abort();
  }
}

UNINSTRUMENTED SWIFT_ASYNC static void acquire_and_go_on(ASYNC_CONTEXT struct continuation_context *context) {
  struct task *task = swift_task_getCurrent();
  __tsan_acquire(task);
  __attribute__((musttail)) return task->resume_task(context);
}

UNINSTRUMENTED SWIFT_ASYNC void swift_continuation_await(struct continuation_context *context) {
  // A forced switch would store the function in the task. Imported completion handlers ask for one, continuations do not.
  if (!(context->flags & executor_switch_is_forced) && swift_task_getCurrent()->resume_task == context->resume_parent) {
    context->resume_parent = acquire_and_go_on;
  }
  __attribute__((musttail)) return real_await(context);
}

#endif
#endif
