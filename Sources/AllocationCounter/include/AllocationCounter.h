#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// Whether this build counts. It does with glibc and without a sanitizer; elsewhere every reading is zero.
bool allocation_counter_available(void);

/// Sets both readings to zero and counts what any thread allocates and frees from here on.
void allocation_counter_start(void);

/// Stops counting; the readings stay.
void allocation_counter_stop(void);

/// The number of blocks allocated since the start, freed or not. A `realloc` counts as one, a `calloc` not at all.
int64_t allocation_counter_allocations(void);

/// The bytes allocated less the bytes freed since the start, with the allocator's rounding and header.
int64_t allocation_counter_live_bytes(void);

#endif
