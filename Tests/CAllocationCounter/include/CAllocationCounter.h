// Counts the allocations of a thread, in a test executable only.

#ifndef C_ALLOCATION_COUNTER_H
#define C_ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// Whether allocations are counted; they are not under a sanitizer, which has an allocator of its own.
bool allocation_counter_is_active(void);

/// How many allocations the calling thread has made since it began.
uint64_t allocation_counter_of_this_thread(void);

/// Takes away the test library's hook on every throw, which allocates a backtrace.
///
/// For a process of its own only: there, what is counted is then the program's own.
void allocation_counter_unhook_throws(void);

#endif
