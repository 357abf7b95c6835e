// The handler runs between any two instructions of any thread that is sampled. It therefore calls nothing but
// clock_gettime, takes no lock and allocates nothing; what it reads of a stack lies between the stack pointer and the
// stack's end, which is mapped, and it follows frame pointers only upwards.

#define _GNU_SOURCE
#include "CSampler.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

struct kymo_sampled_thread {
  atomic_bool is_open;
  atomic_bool is_armed;
  int thread;
  /// The end of the stack; 0 if it is where the thread's control block lies.
  uintptr_t stack_end;
  uintptr_t stack_size;
  uint64_t *words;
  size_t capacity;
  _Atomic uint64_t head;
  _Atomic uint64_t tail;
  /// Where the thread says what it is doing; null if it does not.
  const volatile uint64_t *label;
  timer_t timer;
  uint64_t period;
  uint64_t first_due;
  uint64_t last_time;
  uint64_t last_cpu;
  _Atomic uint64_t due;
  _Atomic uint64_t handled;
  _Atomic uint64_t overruns;
  _Atomic uint64_t dropped;
};

static kymo_sampled_thread threads[KYMO_SAMPLER_THREADS];

static uint64_t now_of(clockid_t clock) {
  struct timespec time = {0, 0};
  clock_gettime(clock, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void count(_Atomic uint64_t *counter, uint64_t by) {
  // One writer: the thread itself.
  atomic_store_explicit(counter, atomic_load_explicit(counter, memory_order_relaxed) + by,
                        memory_order_relaxed);
}

/// Reads the registers that a walk begins with.
static bool registers(const void *context, uint64_t *pc, uint64_t *sp, uint64_t *fp) {
#if defined(__x86_64__)
  const mcontext_t *machine = &((const ucontext_t *)context)->uc_mcontext;
  *pc = (uint64_t)machine->gregs[REG_RIP];
  *sp = (uint64_t)machine->gregs[REG_RSP];
  *fp = (uint64_t)machine->gregs[REG_RBP];
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
static void handle(int signal, siginfo_t *info, void *context) {
  (void)signal;
  const int code = errno;
  kymo_sampled_thread *thread = info->si_value.sival_ptr;
  // A signal of somebody else, or of a timer that is gone.
  if (info->si_code != SI_TIMER || thread < threads || thread >= threads + KYMO_SAMPLER_THREADS
      || !atomic_load_explicit(&thread->is_armed, memory_order_acquire)
      || (int)syscall(SYS_gettid) != thread->thread) {
    errno = code;
    return;
  }
  const uint64_t weight = 1 + (info->si_overrun > 0 ? (uint64_t)info->si_overrun : 0);
  count(&thread->handled, 1);
  count(&thread->overruns, weight - 1);
  uint64_t pc = 0, sp = 0, fp = 0;
  if (!registers(context, &pc, &sp, &fp)) {
    errno = code;
    return;
  }

  const uint64_t time = now_of(CLOCK_MONOTONIC), cpu = now_of(CLOCK_THREAD_CPUTIME_ID);
  uintptr_t end = thread->stack_end;
  if (end == 0) end = (uintptr_t)__builtin_thread_pointer();
  uint64_t frames[KYMO_SAMPLER_FRAMES];
  size_t length = 0;
  uint64_t top[2] = {0, 0};
  // Not on a stack of another kind, such as that of another signal's handler.
  if (sp < end && end - sp <= thread->stack_size && sp % 8 == 0) {
    const uint64_t *words = (const uint64_t *)(uintptr_t)sp;
    if (end - sp >= 16) {
      top[0] = words[0];
      top[1] = words[1];
    }
    uint64_t lowest = sp;
    while (length < KYMO_SAMPLER_FRAMES && fp >= lowest && fp % 8 == 0 && fp < end
           && end - fp >= 16) {
      const uint64_t *frame = (const uint64_t *)(uintptr_t)fp;
      if (frame[1] < 4096) break;
      frames[length++] = frame[1];
      lowest = fp + 16;
      fp = frame[0];
    }
  }

  const uint64_t needed = KYMO_SAMPLER_HEADER + 1 + length;
  const uint64_t tail = atomic_load_explicit(&thread->tail, memory_order_relaxed);
  const uint64_t used = tail - atomic_load_explicit(&thread->head, memory_order_acquire);
  if (thread->capacity - used < needed) {
    count(&thread->dropped, 1);
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
    atomic_store_explicit(&thread->tail, place, memory_order_release);
  }
  thread->last_time = time;
  thread->last_cpu = cpu;
  errno = code;
}

/// The handler stays in place once it is there: a signal of a timer that is gone would end the process.
static int install(void) {
  static atomic_bool is_there;
  if (atomic_load(&is_there)) return 0;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
  sigfillset(&action.sa_mask);
  // Faults are not held back: they would end the process without a word.
  sigdelset(&action.sa_mask, SIGSEGV);
  sigdelset(&action.sa_mask, SIGBUS);
  if (sigaction(SIGPROF, &action, NULL) != 0) return errno;
  atomic_store(&is_there, true);
  return 0;
}

kymo_sampled_thread *kymo_sampler_open(int number, bool is_own, size_t ring_words) {
  kymo_sampled_thread *thread = NULL;
  for (int index = 0; index < KYMO_SAMPLER_THREADS && thread == NULL; index++) {
    bool no = false;
    if (atomic_compare_exchange_strong(&threads[index].is_open, &no, true)) thread = &threads[index];
  }
  if (thread == NULL) {
    errno = EAGAIN;
    return NULL;
  }
  thread->stack_end = 0;
  pthread_attr_t attributes;
  size_t size = (size_t)8 << 20;
  if (is_own && pthread_getattr_np(pthread_self(), &attributes) == 0) {
    void *lowest = NULL;
    if (pthread_attr_getstack(&attributes, &lowest, &size) == 0)
      thread->stack_end = (uintptr_t)lowest + size;
    pthread_attr_destroy(&attributes);
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
      atomic_store(&thread->is_open, false);
      errno = ENOMEM;
      return NULL;
    }
    thread->capacity = ring_words;
  }
  thread->thread = number;
  thread->label = NULL;
  thread->period = 0;
  atomic_store(&thread->head, 0);
  atomic_store(&thread->tail, 0);
  atomic_store(&thread->due, 0);
  atomic_store(&thread->handled, 0);
  atomic_store(&thread->overruns, 0);
  atomic_store(&thread->dropped, 0);
  return thread;
}

int kymo_sampler_start(kymo_sampled_thread *thread, uint64_t first_ns, uint64_t period_ns) {
  const int code = install();
  if (code != 0) return code;
  struct sigevent event;
  memset(&event, 0, sizeof event);
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = SIGPROF;
  event.sigev_value.sival_ptr = thread;
  event.sigev_notify_thread_id = thread->thread;
  if (timer_create(CLOCK_MONOTONIC, &event, &thread->timer) != 0) {
    const int code = errno;
    return syscall(SYS_tgkill, getpid(), thread->thread, 0) == 0 ? code : ESRCH;
  }
  // The kernel's number of a thread's own clock of processor time, as pthread_getcpuclockid makes it.
  const clockid_t clock = (clockid_t)((~(unsigned)thread->thread << 3) | 6u);
  thread->last_cpu = now_of(clock);
  thread->last_time = now_of(CLOCK_MONOTONIC);
  thread->period = period_ns;
  thread->first_due = thread->last_time + first_ns;
  atomic_store_explicit(&thread->is_armed, true, memory_order_release);
  struct itimerspec when;
  when.it_value.tv_sec = (time_t)(thread->first_due / 1000000000u);
  when.it_value.tv_nsec = (long)(thread->first_due % 1000000000u);
  when.it_interval.tv_sec = (time_t)(period_ns / 1000000000u);
  when.it_interval.tv_nsec = (long)(period_ns % 1000000000u);
  if (timer_settime(thread->timer, TIMER_ABSTIME, &when, NULL) == 0) return 0;
  const int failure = errno;
  atomic_store(&thread->is_armed, false);
  timer_delete(thread->timer);
  thread->period = 0;
  return failure;
}

void kymo_sampler_stop(kymo_sampled_thread *thread) {
  if (!atomic_exchange(&thread->is_armed, false)) return;
  uint64_t end = now_of(CLOCK_MONOTONIC);
  timer_delete(thread->timer);
  // Of a thread that has ended nobody knows when: it was certainly there at its last sample.
  if (syscall(SYS_tgkill, getpid(), thread->thread, 0) != 0)
    end = atomic_load(&thread->handled) > 0 ? thread->last_time : 0;
  if (end >= thread->first_due)
    atomic_store(&thread->due, 1 + (end - thread->first_due) / thread->period);
}

void kymo_sampler_close(kymo_sampled_thread *thread) {
  kymo_sampler_stop(thread);
  atomic_store(&thread->is_open, false);
}

kymo_sampler_account kymo_sampler_read(const kymo_sampled_thread *thread) {
  kymo_sampler_account account = {
      atomic_load(&thread->due),
      atomic_load(&thread->handled),
      atomic_load(&thread->overruns),
      atomic_load(&thread->dropped),
  };
  return account;
}

long kymo_sampler_drain(kymo_sampled_thread *thread, uint64_t header[KYMO_SAMPLER_HEADER],
                        uint64_t frames[KYMO_SAMPLER_FRAMES]) {
  uint64_t head = atomic_load_explicit(&thread->head, memory_order_relaxed);
  if (head == atomic_load_explicit(&thread->tail, memory_order_acquire)) return -1;
  const uint64_t mask = thread->capacity - 1;
  for (int index = 0; index < KYMO_SAMPLER_HEADER; index++)
    header[index] = thread->words[head++ & mask];
  const uint64_t length = thread->words[head++ & mask];
  for (uint64_t index = 0; index < length; index++) frames[index] = thread->words[head++ & mask];
  atomic_store_explicit(&thread->head, head, memory_order_release);
  return (long)length;
}

size_t kymo_sampler_used(const kymo_sampled_thread *thread) {
  return (size_t)(atomic_load_explicit(&thread->tail, memory_order_relaxed)
                  - atomic_load_explicit(&thread->head, memory_order_relaxed));
}

void kymo_sampler_label_from(kymo_sampled_thread *thread, uint64_t *label) { thread->label = label; }

bool kymo_ticks_are_steady(void) {
#if defined(__x86_64__)
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid(0x80000007u, &a, &b, &c, &d) != 0 && (d >> 8 & 1u) != 0;
#else
  return true;
#endif
}

int kymo_sampler_own_thread(void) { return (int)syscall(SYS_gettid); }

// Of the Swift runtime, which exports it in C.
extern char *swift_demangle(const char *name, size_t length, char *output, size_t *output_size,
                            uint32_t flags);

char *kymo_demangle(const char *name, size_t length) {
  return swift_demangle(name, length, NULL, NULL, 0);
}
