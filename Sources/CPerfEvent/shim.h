#pragma once
// perf_event_open has no wrapper in libc, and its attributes are bit fields, which an imported module lacks.
#include <errno.h>
#include <linux/perf_event.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/// The kernel's reading of a counter: its value, and for how many ns it was wanted and did run.
struct kymo_perf_reading {
  uint64_t count;
  uint64_t enabled;
  uint64_t running;
};

/// A running counter of what the calling thread executes outside the kernel: a descriptor, or -errno.
static inline int kymo_perf_open_instructions(void) {
  struct perf_event_attr attributes;
  memset(&attributes, 0, sizeof attributes);
  attributes.type = PERF_TYPE_HARDWARE;
  attributes.size = sizeof attributes;
  attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
  attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  long result = syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
  return result < 0 ? -errno : (int)result;
}

/// 0, or an errno.
static inline int kymo_perf_read(int descriptor, struct kymo_perf_reading *reading) {
  ssize_t size = read(descriptor, reading, sizeof *reading);
  if (size == (ssize_t)sizeof *reading) return 0;
  return size < 0 ? errno : EIO;
}

/// Executes a loop of so many rounds, at least 1; returns the instructions of a round, 0 if unknown.
static inline unsigned kymo_perf_loop(uint64_t rounds) {
#if defined(__x86_64__)
  __asm__ volatile("1: dec %0\n\tjnz 1b" : "+r"(rounds) : : "cc");
  return 2;
#elif defined(__aarch64__)
  __asm__ volatile("1: subs %0, %0, #1\n\tb.ne 1b" : "+r"(rounds) : : "cc");
  return 2;
#else
  (void)rounds;
  return 0;
#endif
}
