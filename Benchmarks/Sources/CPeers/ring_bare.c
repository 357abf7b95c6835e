// The least that passing elements can take: an array, two counters on lines of their own, each side with a
// copy of the other's, and nothing that a queue needs beside it.
#include "CPeers.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

struct element {
  uint64_t words[8];
};

struct ring {
  _Alignas(128) _Atomic uint64_t head;
  _Alignas(128) _Atomic uint64_t tail;
  _Alignas(128) uint64_t mask;
  struct element *slots;
  uint64_t count, batch, sum;
};

static struct ring *make(uint64_t capacity, uint64_t count, uint64_t batch) {
  struct ring *ring = aligned_alloc(128, (sizeof *ring + 127) / 128 * 128);
  atomic_init(&ring->head, 0);
  atomic_init(&ring->tail, 0);
  ring->mask = capacity - 1;
  ring->slots = aligned_alloc(128, capacity * sizeof *ring->slots);
  ring->count = count;
  ring->batch = batch;
  return ring;
}

static void destroy(struct ring *ring) {
  free(ring->slots);
  free(ring);
}

static void *produce(void *argument) {
  struct ring *ring = argument;
  peers_pin(0);
  uint64_t tail = 0, head = 0, mask = ring->mask;
  struct element *slots = ring->slots;
  while (tail < ring->count) {
    uint64_t n = ring->count - tail < ring->batch ? ring->count - tail : ring->batch;
    while (mask + 1 - (tail - head) < n)
      head = atomic_load_explicit(&ring->head, memory_order_acquire);
    for (uint64_t end = tail + n; tail < end; ++tail)
      slots[tail & mask] =
          (struct element){{tail, tail + 1, tail + 2, tail + 3, tail + 4, tail + 5, tail + 6, tail + 7}};
    atomic_store_explicit(&ring->tail, tail, memory_order_release);
  }
  return NULL;
}

static void *consume(void *argument) {
  struct ring *ring = argument;
  peers_pin(1);
  uint64_t tail = 0, head = 0, mask = ring->mask, total = 0;
  const struct element *slots = ring->slots;
  while (head < ring->count) {
    tail = atomic_load_explicit(&ring->tail, memory_order_acquire);
    if (tail == head) continue;
    for (; head < tail; ++head) total += slots[head & mask].words[0] ^ slots[head & mask].words[7];
    atomic_store_explicit(&ring->head, head, memory_order_release);
  }
  ring->sum = total;
  return NULL;
}

double peers_bare_ring(uint64_t count, uint64_t capacity, uint64_t batch, uint64_t *sum) {
  struct ring *ring = make(capacity, count, batch);
  struct timespec start, end;
  clock_gettime(CLOCK_MONOTONIC, &start);
  pthread_t producer, consumer;
  pthread_create(&producer, NULL, produce, ring);
  pthread_create(&consumer, NULL, consume, ring);
  pthread_join(producer, NULL);
  pthread_join(consumer, NULL);
  clock_gettime(CLOCK_MONOTONIC, &end);
  *sum = ring->sum;
  destroy(ring);
  return (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9;
}
