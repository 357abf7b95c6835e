// A sampler of stacks for Swift: a timer for each thread, a signal handler that walks frame pointers, and a ring
// for each thread that the handler fills and a reader drains.

#ifndef C_SAMPLER_H
#define C_SAMPLER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

/// How many threads are sampled at once.
enum { KYMO_SAMPLER_THREADS = 32 };

/// How many frames of a stack are kept, the innermost first.
enum { KYMO_SAMPLER_FRAMES = 96 };

/// How many words a sample has before its frames: see `kymo_sampler_drain`.
enum { KYMO_SAMPLER_HEADER = 8 };

/// A thread that is sampled. It is never freed: a signal may still be on its way when its timer is gone.
typedef struct kymo_sampled_thread kymo_sampled_thread;

/// What a thread's sampler has to say for itself.
typedef struct {
  /// How many times the timer fired while it was armed, as far as the clock says.
  uint64_t due;
  /// How many times the handler ran.
  uint64_t handled;
  /// How many expiries the kernel folded into one signal.
  uint64_t overruns;
  /// How many samples found the ring full.
  uint64_t dropped;
} kymo_sampler_account;

/// Takes a thread of this process on, with an empty ring.
///
/// `thread` is its number in the kernel; `ring_words` is a power of two. For the calling thread `is_own` is true: its
/// stack's end is then asked for; that of any other thread is where its control block lies, above its stack. Null if
/// there is no room for it, with errno.
kymo_sampled_thread *kymo_sampler_open(int thread, bool is_own, size_t ring_words);

/// Starts the timer of a thread: first after `first_ns`, then every `period_ns`. 0, or an errno: ESRCH if
/// the thread has ended.
int kymo_sampler_start(kymo_sampled_thread *thread, uint64_t first_ns, uint64_t period_ns);

/// Stops it; no sample is added any more once this has returned, unless the thread is in the handler.
void kymo_sampler_stop(kymo_sampled_thread *thread);

/// Gives it back, after it was stopped.
void kymo_sampler_close(kymo_sampled_thread *thread);

/// What came of it.
kymo_sampler_account kymo_sampler_read(const kymo_sampled_thread *thread);

/// Takes one sample out of the ring. The number of its frames, or -1 if there is none.
///
/// The header: time on CLOCK_MONOTONIC in ns; time since the last sample; of that, time on a processor; the label;
/// how many expiries it stands for; the program counter; the two topmost words of the stack, 0 if they cannot be read.
/// Frames are return addresses, the innermost first.
long kymo_sampler_drain(kymo_sampled_thread *thread, uint64_t header[KYMO_SAMPLER_HEADER],
                        uint64_t frames[KYMO_SAMPLER_FRAMES]);

/// How many words of the ring are taken.
size_t kymo_sampler_used(const kymo_sampled_thread *thread);

/// Says where the label of a thread's samples lies, before it is started. Only that thread writes it, and it is never
/// freed.
void kymo_sampler_label_from(kymo_sampled_thread *thread, uint64_t *label);

/// Writes a label; a plain store, which the handler sees since it runs on the same thread.
static inline void kymo_sampler_set_label(uint64_t *label, uint64_t value) {
  *(volatile uint64_t *)label = value;
}

/// Whether the processor's counter ticks steadily, whatever the processor does.
bool kymo_ticks_are_steady(void);

/// The processor's counter of ticks; without one, the ns of CLOCK_MONOTONIC.
static inline uint64_t kymo_ticks(void) {
#if defined(__x86_64__)
  return __rdtsc();
#else
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
#endif
}

/// The number of the calling thread in the kernel.
int kymo_sampler_own_thread(void);

/// The readable name of a symbol, allocated with malloc; null if it has none.
char *kymo_demangle(const char *name, size_t length);

#endif
