#pragma once
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
