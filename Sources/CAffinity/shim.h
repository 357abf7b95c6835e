#pragma once
// System calls about the calling thread.
// sched_setaffinity and its cpu_set_t macros are declared only under _GNU_SOURCE, which an imported
// module does not get; the system calls themselves take a plain bit mask.
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

/// The bytes the kernel wrote to `mask`, or -1 with errno.
static inline long kymo_get_affinity(unsigned long *mask, size_t bytes) {
  return syscall(SYS_sched_getaffinity, 0, bytes, mask);
}

/// 0, or -1 with errno.
static inline long kymo_set_affinity(const unsigned long *mask, size_t bytes) {
  return syscall(SYS_sched_setaffinity, 0, bytes, mask);
}

/// The number of the calling thread, as /proc/self/task has it.
static inline long kymo_thread_id(void) {
  return syscall(SYS_gettid);
}

/// By how many nanoseconds the calling thread's sleeps may be put off to wake with others'; prctl is
/// variadic, and PR_SET_TIMERSLACK is 29 everywhere.
static inline long kymo_set_timer_slack(unsigned long nanoseconds) {
  return syscall(SYS_prctl, 29UL, nanoseconds, 0UL, 0UL, 0UL);
}
