// Concurrency Kit's macros are C, not C++.
#include "CPeers.h"
#include <ck_ring.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct element {
  uint64_t words[8];
};
CK_RING_PROTOTYPE(element, element)

struct job {
  ck_ring_t ring;
  struct element *buffer;
  uint64_t count, sum;
};

static void *produce(void *argument) {
  struct job *job = argument;
  peers_pin(0);
  for (uint64_t i = 0; i < job->count; ++i) {
    struct element element = {{i, i + 1, i + 2, i + 3, i + 4, i + 5, i + 6, i + 7}};
    while (!CK_RING_ENQUEUE_SPSC(element, &job->ring, job->buffer, &element)) {
    }
  }
  return NULL;
}

static void *consume(void *argument) {
  struct job *job = argument;
  peers_pin(1);
  uint64_t total = 0;
  struct element element;
  for (uint64_t i = 0; i < job->count; ++i) {
    while (!CK_RING_DEQUEUE_SPSC(element, &job->ring, job->buffer, &element)) {
    }
    total += element.words[0] ^ element.words[7];
  }
  job->sum = total;
  return NULL;
}

double peers_ck_ring(uint64_t count, uint64_t capacity, uint64_t *sum) {
  struct job *job = aligned_alloc(128, (sizeof *job + 127) / 128 * 128);
  ck_ring_init(&job->ring, (unsigned)capacity);
  job->buffer = aligned_alloc(128, capacity * sizeof *job->buffer);
  job->count = count;
  struct timespec start, end;
  clock_gettime(CLOCK_MONOTONIC, &start);
  pthread_t producer, consumer;
  pthread_create(&producer, NULL, produce, job);
  pthread_create(&consumer, NULL, consume, job);
  pthread_join(producer, NULL);
  pthread_join(consumer, NULL);
  clock_gettime(CLOCK_MONOTONIC, &end);
  *sum = job->sum;
  free(job->buffer);
  free(job);
  return (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9;
}

struct conversation {
  struct job *there, *back;
  uint64_t count;
  int64_t *times;
};

static void send(struct job *job, struct element element) {
  while (!CK_RING_ENQUEUE_SPSC(element, &job->ring, job->buffer, &element)) {
  }
}

static struct element receive(struct job *job) {
  struct element element;
  while (!CK_RING_DEQUEUE_SPSC(element, &job->ring, job->buffer, &element)) {
  }
  return element;
}

static void *echo(void *argument) {
  struct conversation *conversation = argument;
  peers_pin(1);
  for (uint64_t i = 0; i < conversation->count; ++i) send(conversation->back, receive(conversation->there));
  return NULL;
}

static void *call(void *argument) {
  struct conversation *conversation = argument;
  peers_pin(0);
  for (uint64_t i = 0; i < conversation->count; ++i) {
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    send(conversation->there, (struct element){{i, i + 1, i + 2, i + 3, i + 4, i + 5, i + 6, i + 7}});
    struct element element = receive(conversation->back);
    clock_gettime(CLOCK_MONOTONIC, &end);
    conversation->times[i] = (end.tv_sec - start.tv_sec) * 1000000000 + end.tv_nsec - start.tv_nsec;
    if (element.words[7] != i + 7) abort();
  }
  return NULL;
}

static int earlier(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

static struct job *make_job(uint64_t capacity) {
  struct job *job = aligned_alloc(128, (sizeof *job + 127) / 128 * 128);
  ck_ring_init(&job->ring, (unsigned)capacity);
  job->buffer = aligned_alloc(128, capacity * sizeof *job->buffer);
  return job;
}

double peers_ck_round_trip(uint64_t count, uint64_t capacity) {
  struct conversation conversation = {make_job(capacity), make_job(capacity), count,
                                      malloc(count * sizeof(int64_t))};
  pthread_t one, other;
  pthread_create(&other, NULL, echo, &conversation);
  pthread_create(&one, NULL, call, &conversation);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  qsort(conversation.times, count, sizeof(int64_t), earlier);
  double median = (double)conversation.times[count / 2];
  free(conversation.times);
  free(conversation.there->buffer);
  free(conversation.there);
  free(conversation.back->buffer);
  free(conversation.back);
  return median;
}
