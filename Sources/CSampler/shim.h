#pragma once
// A sampler of stacks for Swift: a timer for each thread, a signal handler that walks frame pointers, and a ring
// for each thread that the handler fills and a reader drains.
//
// The handler runs between any two instructions of any thread that is sampled. It therefore calls nothing but
// clock_gettime and gettid, takes no lock and allocates nothing; what it reads of a stack lies between the
// stack pointer and the stack's end, which is mapped, and it follows frame pointers only upwards.
//
// Where they may not lead all the way, it keeps the registers and what lies on the stack, which somebody unwinds later.
//
// What is static here belongs to the one Swift file that opens, starts and closes threads.

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#include <x86intrin.h>
#endif

/// How many threads are sampled at once.
enum { KYMO_SAMPLER_THREADS = 32 };

/// How many frames of a stack are kept, the innermost first.
enum { KYMO_SAMPLER_FRAMES = 96 };

/// How many words a sample has before its frames: see `kymo_sampler_drain`.
enum { KYMO_SAMPLER_HEADER = 8 };

/// How many registers are kept with a copy of a stack: those of DWARF on x86-64, the program counter behind them.
enum { KYMO_SAMPLER_REGISTERS = 17 };

/// How many words of a stack are copied at most: 32 KiB.
enum { KYMO_SAMPLER_COPY = 4096 };

/// How many words below the stack pointer a function may use without moving it.
enum { KYMO_SAMPLER_RED_ZONE = 16 };

/// How many stretches of code are known to keep frame pointers.
enum { KYMO_SAMPLER_CODES = 64 };

/// Code that keeps frame pointers.
typedef struct {
  uint64_t start;
  uint64_t end;
} kymo_sampler_code;

/// A thread that is sampled. It is never freed: a signal may still be on its way when its timer is gone.
typedef struct {
  bool is_open;
  bool is_armed;
  int thread;
  /// The end of the stack; 0 if it is where the thread's control block lies.
  uintptr_t stack_end;
  uintptr_t stack_size;
  uint64_t *words;
  size_t capacity;
  uint64_t head;
  uint64_t tail;
  /// Where the thread says what it is doing; null if it does not.
  const volatile uint64_t *label;
  /// The frame of the thread's first function, which returns into the library of C; 0 if unknown.
  uint64_t outermost;
  timer_t timer;
  uint64_t period;
  uint64_t first_due;
  uint64_t last_time;
  uint64_t last_cpu;
  uint64_t due;
  uint64_t handled;
  uint64_t overruns;
  uint64_t dropped;
} kymo_sampled_thread;

/// The account that a thread's sampler gives of itself.
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

/// The processor's counter of ticks; without one, the ns of CLOCK_MONOTONIC.
///
/// The instructions before it in the program are over when it is read: no stage is given what
/// another left unfinished.
static inline uint64_t kymo_ticks(void) {
#if defined(__x86_64__)
  _mm_lfence();
  return __rdtsc();
#else
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
#endif
}

// Declared under _GNU_SOURCE alone.
extern int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes);

/// All threads that can be sampled, in memory that is there as long as the process.
static inline kymo_sampled_thread *kymo_sampler_pool(void) {
  static kymo_sampled_thread threads[KYMO_SAMPLER_THREADS];
  return threads;
}

/// Code that keeps frame pointers, in memory that is there as long as the process; the first whose end is 0 is none.
static inline kymo_sampler_code *kymo_sampler_codes(void) {
  static kymo_sampler_code codes[KYMO_SAMPLER_CODES + 1];
  return codes;
}

/// Says which code keeps frame pointers; what is sampled meanwhile may be copied for nothing, or not.
static inline void kymo_sampler_trust(size_t place, uint64_t start, uint64_t end) {
  if (place > KYMO_SAMPLER_CODES) return;
  kymo_sampler_code *code = kymo_sampler_codes() + place;
  __atomic_store_n(&code->start, start, __ATOMIC_RELAXED);
  __atomic_store_n(&code->end, place < KYMO_SAMPLER_CODES ? end : 0, __ATOMIC_RELAXED);
}

static inline bool kymo_sampler_is_trusted(uint64_t pc) {
  for (const kymo_sampler_code *code = kymo_sampler_codes();; code++) {
    const uint64_t end = __atomic_load_n(&code->end, __ATOMIC_RELAXED);
    if (end == 0) return false;
    if (pc >= __atomic_load_n(&code->start, __ATOMIC_RELAXED) && pc < end) return true;
  }
}

/// Reads all registers that unwinding needs, in DWARF's order; false if this processor's are not known.
static inline bool kymo_sampler_all_registers(const void *context, uint64_t registers[KYMO_SAMPLER_REGISTERS]) {
#if defined(__x86_64__)
  // rax, rdx, rcx, rbx, rsi, rdi, rbp, rsp, r8 to r15, rip, by their places in the context.
  static const int places[KYMO_SAMPLER_REGISTERS] = {13, 12, 14, 11, 9, 8, 10, 15, 0, 1, 2, 3, 4, 5, 6, 7, 16};
  const mcontext_t *machine = &((const ucontext_t *)context)->uc_mcontext;
  for (int index = 0; index < KYMO_SAMPLER_REGISTERS; index++)
    registers[index] = (uint64_t)machine->gregs[places[index]];
  return true;
#else
  (void)context, (void)registers;
  return false;
#endif
}

static inline uint64_t kymo_sampler_now_of(clockid_t clock) {
  struct timespec time = {0, 0};
  clock_gettime(clock, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static inline void kymo_sampler_count(uint64_t *counter, uint64_t by) {
  // One writer: the thread itself.
  __atomic_store_n(counter, __atomic_load_n(counter, __ATOMIC_RELAXED) + by, __ATOMIC_RELAXED);
}

/// Reads the registers that a walk begins with.
static inline bool kymo_sampler_registers(const void *context, uint64_t *pc, uint64_t *sp, uint64_t *fp) {
#if defined(__x86_64__)
  // The places of rip, rsp and rbp, which have names under _GNU_SOURCE alone: an imported module does not get it.
  const mcontext_t *machine = &((const ucontext_t *)context)->uc_mcontext;
  *pc = (uint64_t)machine->gregs[16];
  *sp = (uint64_t)machine->gregs[15];
  *fp = (uint64_t)machine->gregs[10];
  return true;
#elif defined(__aarch64__)
  const mcontext_t *machine = &((const ucontext_t *)context)->uc_mcontext;
  *pc = machine->pc;
  *sp = machine->sp;
  *fp = machine->regs[29];
  return true;
#else
  (void)context, (void)pc, (void)sp, (void)fp;
  return false;
#endif
}

// What other functions keep on their stacks is read as it lies there, which a sanitizer takes for a mistake.
#if defined(__clang__)
__attribute__((no_sanitize("address", "thread", "undefined")))
#endif
static inline void kymo_sampler_handle(int signal, siginfo_t *info, void *context) {
  (void)signal;
  const int code = errno;
  kymo_sampled_thread *thread = info->si_value.sival_ptr;
  // A signal of somebody else, or of a timer that is gone.
  const kymo_sampled_thread *pool = kymo_sampler_pool();
  if (info->si_code != SI_TIMER || thread < pool || thread >= pool + KYMO_SAMPLER_THREADS
      || !__atomic_load_n(&thread->is_armed, __ATOMIC_ACQUIRE)
      || (int)syscall(SYS_gettid) != thread->thread) {
    errno = code;
    return;
  }
  const uint64_t weight = 1 + (info->si_overrun > 0 ? (uint64_t)info->si_overrun : 0);
  kymo_sampler_count(&thread->handled, 1);
  kymo_sampler_count(&thread->overruns, weight - 1);
  uint64_t pc = 0, sp = 0, fp = 0;
  if (!kymo_sampler_registers(context, &pc, &sp, &fp)) {
    errno = code;
    return;
  }

  const uint64_t time = kymo_sampler_now_of(CLOCK_MONOTONIC), cpu = kymo_sampler_now_of(CLOCK_THREAD_CPUTIME_ID);
  uintptr_t end = thread->stack_end;
  if (end == 0) end = (uintptr_t)__builtin_thread_pointer();
  uint64_t frames[KYMO_SAMPLER_FRAMES];
  size_t length = 0, copied = 0;
  bool is_whole = false;
  uint64_t top[2] = {0, 0}, registers[KYMO_SAMPLER_REGISTERS];
  // Not on a stack of another kind, such as that of another signal's handler.
  if (sp < end && end - sp <= thread->stack_size && sp % 8 == 0) {
    const uint64_t *words = (const uint64_t *)(uintptr_t)sp;
    if (end - sp >= 16) {
      top[0] = words[0];
      top[1] = words[1];
    }
    uint64_t lowest = sp;
    uint64_t first = 0;
    while (length < KYMO_SAMPLER_FRAMES && fp >= lowest && fp % 8 == 0 && fp < end
           && end - fp >= 16) {
      const uint64_t *frame = (const uint64_t *)(uintptr_t)fp;
      if (frame[1] < 4096) break;
      if (first == 0 && !kymo_sampler_is_trusted(frame[1])) first = fp;
      frames[length++] = frame[1];
      lowest = fp + 16;
      fp = frame[0];
    }
    // A thread's first function lies right below its control block.
    if (thread->outermost == 0 && first != 0 && end - first < 1024) thread->outermost = first;
    is_whole = first != 0 && first == thread->outermost;
    // What keeps no frame pointers leaves its callers out, even if it leads to the end.
    if (!is_whole || !kymo_sampler_is_trusted(pc)) {
      // Of what lies beyond the outermost frame only the little that the thread was started with is of use.
      const uint64_t most = thread->outermost > sp ? thread->outermost + 1024 : end;
      copied = ((most < end ? most : end) - sp) / 8 + KYMO_SAMPLER_RED_ZONE;
    }
    if (copied > KYMO_SAMPLER_COPY) copied = KYMO_SAMPLER_COPY;
  }

  uint64_t needed = KYMO_SAMPLER_HEADER + 2 + length;
  const uint64_t tail = __atomic_load_n(&thread->tail, __ATOMIC_RELAXED);
  const uint64_t used = tail - __atomic_load_n(&thread->head, __ATOMIC_ACQUIRE);
  // A ring that fills keeps its room for samples.
  if (copied > 0 && (used > thread->capacity / 4 * 3 || !kymo_sampler_all_registers(context, registers))) copied = 0;
  if (copied > 0) needed += KYMO_SAMPLER_REGISTERS + copied;
  if (thread->capacity - used < needed) {
    kymo_sampler_count(&thread->dropped, 1);
  } else {
    const uint64_t header[KYMO_SAMPLER_HEADER] = {
        time,   time - thread->last_time, cpu - thread->last_cpu,
        thread->label == NULL ? 0 : *thread->label, weight, pc, top[0], top[1],
    };
    const uint64_t mask = thread->capacity - 1;
    uint64_t place = tail;
    for (int index = 0; index < KYMO_SAMPLER_HEADER; index++)
      thread->words[place++ & mask] = header[index];
    thread->words[place++ & mask] = length;
    for (size_t index = 0; index < length; index++) thread->words[place++ & mask] = frames[index];
    thread->words[place++ & mask] = copied << 1 | is_whole;
    if (copied > 0) {
      for (int index = 0; index < KYMO_SAMPLER_REGISTERS; index++) thread->words[place++ & mask] = registers[index];
      const uint64_t *words = (const uint64_t *)(uintptr_t)sp - KYMO_SAMPLER_RED_ZONE;
      for (size_t index = 0; index < copied; index++) thread->words[place++ & mask] = words[index];
    }
    __atomic_store_n(&thread->tail, place, __ATOMIC_RELEASE);
  }
  thread->last_time = time;
  thread->last_cpu = cpu;
  errno = code;
}

/// The handler stays in place once it is there: a signal of a timer that is gone would end the process.
static inline int kymo_sampler_install(void) {
  static bool is_there;
  if (__atomic_load_n(&is_there, __ATOMIC_SEQ_CST)) return 0;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = kymo_sampler_handle;
  action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
  sigfillset(&action.sa_mask);
  // Faults are not held back: they would end the process without a word.
  sigdelset(&action.sa_mask, SIGSEGV);
  sigdelset(&action.sa_mask, SIGBUS);
  if (sigaction(SIGPROF, &action, NULL) != 0) return errno;
  __atomic_store_n(&is_there, true, __ATOMIC_SEQ_CST);
  return 0;
}

/// The frame of the calling thread's first function, which returns to code without frame pointers; 0 if there is none.
static inline uint64_t kymo_sampler_outermost(uintptr_t end) {
  uintptr_t last = 0, frame = (uintptr_t)__builtin_frame_address(0);
  while (frame > last && frame % 8 == 0 && frame < end && end - frame >= 16) {
    if (!kymo_sampler_is_trusted(((const uint64_t *)frame)[1])) return frame;
    last = frame;
    frame = (uintptr_t)((const uint64_t *)frame)[0];
  }
  return 0;
}

/// Takes a thread of this process on, with an empty ring.
///
/// `thread` is its number in the kernel; `ring_words` is a power of two. For the calling thread `is_own` is true: its
/// stack's end is then asked for, and its outermost frame; the end of any other thread's is where its control block
/// lies, above its stack. Null if there is no room for it, with errno.
static inline kymo_sampled_thread *kymo_sampler_open(int number, bool is_own, size_t ring_words) {
  kymo_sampled_thread *thread = NULL;
  for (int index = 0; index < KYMO_SAMPLER_THREADS && thread == NULL; index++) {
    kymo_sampled_thread *one = kymo_sampler_pool() + index;
    if (!__atomic_exchange_n(&one->is_open, true, __ATOMIC_SEQ_CST)) thread = one;
  }
  if (thread == NULL) {
    errno = EAGAIN;
    return NULL;
  }
  thread->stack_end = 0;
  thread->outermost = 0;
  pthread_attr_t attributes;
  size_t size = (size_t)8 << 20;
  if (is_own && pthread_getattr_np(pthread_self(), &attributes) == 0) {
    void *lowest = NULL;
    if (pthread_attr_getstack(&attributes, &lowest, &size) == 0)
      thread->stack_end = (uintptr_t)lowest + size;
    pthread_attr_destroy(&attributes);
    thread->outermost = kymo_sampler_outermost(thread->stack_end);
  } else if (pthread_attr_init(&attributes) == 0) {
    pthread_attr_getstacksize(&attributes, &size);
    pthread_attr_destroy(&attributes);
  }
  thread->stack_size = size;
  // The memory of a former ring is kept if it is as large.
  if (thread->capacity != ring_words) {
    free(thread->words);
    thread->capacity = 0;
    thread->words = calloc(ring_words, sizeof(uint64_t));
    if (thread->words == NULL) {
      __atomic_store_n(&thread->is_open, false, __ATOMIC_SEQ_CST);
      errno = ENOMEM;
      return NULL;
    }
    thread->capacity = ring_words;
  }
  thread->thread = number;
  thread->label = NULL;
  thread->period = 0;
  __atomic_store_n(&thread->head, 0, __ATOMIC_SEQ_CST);
  __atomic_store_n(&thread->tail, 0, __ATOMIC_SEQ_CST);
  __atomic_store_n(&thread->due, 0, __ATOMIC_SEQ_CST);
  __atomic_store_n(&thread->handled, 0, __ATOMIC_SEQ_CST);
  __atomic_store_n(&thread->overruns, 0, __ATOMIC_SEQ_CST);
  __atomic_store_n(&thread->dropped, 0, __ATOMIC_SEQ_CST);
  return thread;
}

/// Starts the timer of a thread: first after `first_ns`, then every `period_ns`. 0, or an errno: ESRCH if
/// the thread has ended.
static inline int kymo_sampler_start(kymo_sampled_thread *thread, uint64_t first_ns, uint64_t period_ns) {
  const int code = kymo_sampler_install();
  if (code != 0) return code;
  struct sigevent event;
  memset(&event, 0, sizeof event);
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = SIGPROF;
  event.sigev_value.sival_ptr = thread;
  event._sigev_un._tid = thread->thread;
  if (timer_create(CLOCK_MONOTONIC, &event, &thread->timer) != 0) {
    const int code = errno;
    return syscall(SYS_tgkill, getpid(), thread->thread, 0) == 0 ? code : ESRCH;
  }
  // The kernel's number of a thread's own clock of processor time, as pthread_getcpuclockid makes it.
  const clockid_t clock = (clockid_t)((~(unsigned)thread->thread << 3) | 6u);
  thread->last_cpu = kymo_sampler_now_of(clock);
  thread->last_time = kymo_sampler_now_of(CLOCK_MONOTONIC);
  thread->period = period_ns;
  thread->first_due = thread->last_time + first_ns;
  __atomic_store_n(&thread->is_armed, true, __ATOMIC_RELEASE);
  struct itimerspec when;
  when.it_value.tv_sec = (time_t)(thread->first_due / 1000000000u);
  when.it_value.tv_nsec = (long)(thread->first_due % 1000000000u);
  when.it_interval.tv_sec = (time_t)(period_ns / 1000000000u);
  when.it_interval.tv_nsec = (long)(period_ns % 1000000000u);
  if (timer_settime(thread->timer, TIMER_ABSTIME, &when, NULL) == 0) return 0;
  const int failure = errno;
  __atomic_store_n(&thread->is_armed, false, __ATOMIC_SEQ_CST);
  timer_delete(thread->timer);
  thread->period = 0;
  return failure;
}

/// Stops it; no sample is added any more once this has returned, unless the thread is in the handler.
static inline void kymo_sampler_stop(kymo_sampled_thread *thread) {
  if (!__atomic_exchange_n(&thread->is_armed, false, __ATOMIC_SEQ_CST)) return;
  uint64_t end = kymo_sampler_now_of(CLOCK_MONOTONIC);
  timer_delete(thread->timer);
  // Of a thread that has ended nobody knows when: it was certainly there at its last sample.
  if (syscall(SYS_tgkill, getpid(), thread->thread, 0) != 0)
    end = __atomic_load_n(&thread->handled, __ATOMIC_SEQ_CST) > 0 ? thread->last_time : 0;
  if (end >= thread->first_due)
    __atomic_store_n(&thread->due, 1 + (end - thread->first_due) / thread->period, __ATOMIC_SEQ_CST);
}

/// Gives it back, after it was stopped.
static inline void kymo_sampler_close(kymo_sampled_thread *thread) {
  kymo_sampler_stop(thread);
  __atomic_store_n(&thread->is_open, false, __ATOMIC_SEQ_CST);
}

/// Returns the sampler's account.
static inline kymo_sampler_account kymo_sampler_read(const kymo_sampled_thread *thread) {
  kymo_sampler_account account = {
      __atomic_load_n(&thread->due, __ATOMIC_SEQ_CST),
      __atomic_load_n(&thread->handled, __ATOMIC_SEQ_CST),
      __atomic_load_n(&thread->overruns, __ATOMIC_SEQ_CST),
      __atomic_load_n(&thread->dropped, __ATOMIC_SEQ_CST),
  };
  return account;
}

/// Takes one sample out of the ring. The number of its frames, or -1 if there is none.
///
/// The header: time on CLOCK_MONOTONIC in ns; time since the last sample; of that, time on a processor; the label;
/// how many expiries it stands for; the program counter; the two topmost words of the stack, 0 if they cannot be read.
/// Frames are return addresses, the innermost first. `copied` is how many words of the stack were copied, from
/// KYMO_SAMPLER_RED_ZONE words below the stack pointer on; 0 if none, and then there are no registers either. `is_whole`
/// is whether the frames lead to the thread's first function through nothing else.
static inline long kymo_sampler_drain(kymo_sampled_thread *thread, uint64_t header[KYMO_SAMPLER_HEADER],
                        uint64_t frames[KYMO_SAMPLER_FRAMES], uint64_t registers[KYMO_SAMPLER_REGISTERS],
                        uint64_t copy[KYMO_SAMPLER_COPY], size_t *copied, bool *is_whole) {
  uint64_t head = __atomic_load_n(&thread->head, __ATOMIC_RELAXED);
  if (head == __atomic_load_n(&thread->tail, __ATOMIC_ACQUIRE)) return -1;
  const uint64_t mask = thread->capacity - 1;
  for (int index = 0; index < KYMO_SAMPLER_HEADER; index++)
    header[index] = thread->words[head++ & mask];
  const uint64_t length = thread->words[head++ & mask];
  for (uint64_t index = 0; index < length; index++) frames[index] = thread->words[head++ & mask];
  *copied = thread->words[head & mask] >> 1;
  *is_whole = thread->words[head++ & mask] & 1;
  if (*copied > 0)
    for (int index = 0; index < KYMO_SAMPLER_REGISTERS; index++) registers[index] = thread->words[head++ & mask];
  for (uint64_t index = 0; index < *copied; index++) copy[index] = thread->words[head++ & mask];
  __atomic_store_n(&thread->head, head, __ATOMIC_RELEASE);
  return (long)length;
}

/// How many words of the ring are taken.
static inline size_t kymo_sampler_used(const kymo_sampled_thread *thread) {
  return (size_t)(__atomic_load_n(&thread->tail, __ATOMIC_RELAXED)
                  - __atomic_load_n(&thread->head, __ATOMIC_RELAXED));
}

/// Says where the label of a thread's samples lies, before it is started. Only that thread writes it, and it is never
/// freed.
static inline void kymo_sampler_label_from(kymo_sampled_thread *thread, uint64_t *label) { thread->label = label; }

/// Whether the processor's counter ticks steadily, whatever the processor does.
static inline bool kymo_ticks_are_steady(void) {
#if defined(__x86_64__)
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid(0x80000007u, &a, &b, &c, &d) != 0 && (d >> 8 & 1u) != 0;
#else
  return true;
#endif
}

/// The number of the calling thread in the kernel.
static inline int kymo_sampler_own_thread(void) { return (int)syscall(SYS_gettid); }

// Of the Swift runtime, which exports it in C.
extern char *swift_demangle(const char *name, size_t length, char *output, size_t *output_size,
                            uint32_t flags);

/// The readable name of a symbol, allocated with malloc; null if it has none.
static inline char *kymo_demangle(const char *name, size_t length) {
  return swift_demangle(name, length, NULL, NULL, 0);
}

// Probes for tracers that are not ours (USDT): each is one nop, and a note in the file of the program that says where it
// is and in which registers its numbers are. The form is that of SystemTap's <sys/sdt.h>, written out so that nobody
// needs that header; nothing is computed for a probe that is not there anyway.
#if defined(__x86_64__)
#define KYMO_PROBE(name, arguments, ...)                                                                \
  __asm__ __volatile__(                                                                                  \
      "990: nop\n"                                                                                       \
      ".pushsection .note.stapsdt,\"?\",\"note\"\n"                                                      \
      ".balign 4\n"                                                                                      \
      ".4byte 992f-991f, 994f-993f, 3\n"                                                                 \
      "991: .asciz \"stapsdt\"\n"                                                                        \
      "992: .balign 4\n"                                                                                 \
      "993: .8byte 990b, _.stapsdt.base, 0\n"                                                            \
      ".asciz \"kymo\"\n.asciz \"" name "\"\n.asciz \"" arguments "\"\n"                                 \
      "994: .balign 4\n"                                                                                 \
      ".popsection\n"                                                                                    \
      ".ifndef _.stapsdt.base\n"                                                                         \
      ".pushsection .stapsdt.base,\"aG\",\"progbits\",.stapsdt.base,comdat\n"                            \
      ".weak _.stapsdt.base\n.hidden _.stapsdt.base\n"                                                   \
      "_.stapsdt.base: .space 1\n.size _.stapsdt.base, 1\n"                                              \
      ".popsection\n.endif\n" ::__VA_ARGS__)
#else
#define KYMO_PROBE(name, arguments, ...) ((void)0)
#endif

/// A stage of the event that is dispatched is over: its number, that of its handler (-1 for none), and how many ticks
/// of the counter it took.
static inline void kymo_probe_stage(uint64_t stage, int64_t handler, uint64_t ticks) {
  KYMO_PROBE("stage", "8@%0 -8@%1 8@%2", "nor"(stage), "nor"(handler), "nor"(ticks));
}

/// An event is through: its command, its number at its source, and how many ticks it took in all.
static inline void kymo_probe_event(uint64_t command, uint64_t sequence, uint64_t ticks) {
  KYMO_PROBE("event", "8@%0 8@%1 8@%2", "nor"(command), "nor"(sequence), "nor"(ticks));
}

/// So many events were found, and are dispatched now.
static inline void kymo_probe_batch(uint64_t events) { KYMO_PROBE("batch", "8@%0", "nor"(events)); }
