// How the machine is at the moment, and how late its plainest timer is.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "include/CPeers.h"

static int64_t now_ns(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

typedef struct {
  _Alignas(128) _Atomic uint64_t turn;
  _Alignas(128) uint64_t passes;
  _Atomic int is_ready;
} line;

static void *answer(void *argument) {
  line *shared = argument;
  if (peers_pin(1) != 0) {
    atomic_store(&shared->is_ready, -1);
    return 0;
  }
  atomic_store(&shared->is_ready, 1);
  for (uint64_t turn = 1; turn < shared->passes; turn += 2) {
    while (atomic_load_explicit(&shared->turn, memory_order_acquire) != turn) {}
    atomic_store_explicit(&shared->turn, turn + 1, memory_order_release);
  }
  return 0;
}

typedef struct {
  uint64_t passes;
  double nanoseconds;
} probe;

static void *measure(void *argument) {
  probe *wanted = argument;
  line shared = {.turn = 0, .passes = wanted->passes & ~(uint64_t)1, .is_ready = 0};
  pthread_t thread;
  wanted->nanoseconds = -1;
  if (peers_pin(0) != 0) return 0;
  if (pthread_create(&thread, 0, answer, &shared) != 0) return 0;
  int is_ready = 0;
  while ((is_ready = atomic_load(&shared.is_ready)) == 0) {}
  if (is_ready < 0) {
    pthread_join(thread, 0);
    return 0;
  }
  int64_t start = now_ns();
  for (uint64_t turn = 0; turn < shared.passes; turn += 2) {
    atomic_store_explicit(&shared.turn, turn + 1, memory_order_release);
    if (turn + 2 >= shared.passes) break;
    while (atomic_load_explicit(&shared.turn, memory_order_acquire) != turn + 2) {}
  }
  pthread_join(thread, 0);
  wanted->nanoseconds = (double)(now_ns() - start) / (double)shared.passes;
  return 0;
}

double peers_line_ns(uint64_t passes) {
  // On threads of its own, so that the caller stays on its cores.
  probe wanted = {.passes = passes, .nanoseconds = -1};
  pthread_t thread;
  if (pthread_create(&thread, 0, measure, &wanted) != 0) return -1;
  pthread_join(thread, 0);
  return wanted.nanoseconds;
}

void peers_nanosleep_lateness(int64_t interval, uint64_t count, int64_t *lateness) {
  int64_t due = now_ns() + interval;
  for (uint64_t index = 0; index < count; index += 1) {
    struct timespec time = {.tv_sec = due / 1000000000, .tv_nsec = due % 1000000000};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, 0) == EINTR) {}
    lateness[index] = now_ns() - due;
    due += interval;
  }
}
