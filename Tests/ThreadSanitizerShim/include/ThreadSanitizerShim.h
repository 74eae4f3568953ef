#ifndef THREAD_SANITIZER_SHIM_H
#define THREAD_SANITIZER_SHIM_H
/* Nothing to call: see ThreadSanitizerShim.c. */
#endif
