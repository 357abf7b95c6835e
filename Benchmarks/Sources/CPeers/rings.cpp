#include "CPeers.h"
#include <boost/lockfree/spsc_queue.hpp>
#include <chrono>
#include <pthread.h>
#include <sched.h>
#include <thread>

struct Element {
  uint64_t words[8];
};

extern "C" int peers_pin(int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(core, &set);
  return pthread_setaffinity_np(pthread_self(), sizeof set, &set);
}

template <typename Push, typename Pop>
static double run(uint64_t count, uint64_t *sum, Push push, Pop pop) {
  auto start = std::chrono::steady_clock::now();
  std::thread producer([&] {
    peers_pin(0);
    for (uint64_t i = 0; i < count; ++i) {
      Element element = {{i, i + 1, i + 2, i + 3, i + 4, i + 5, i + 6, i + 7}};
      while (!push(element)) {
      }
    }
  });
  std::thread consumer([&] {
    peers_pin(1);
    uint64_t total = 0;
    Element element;
    for (uint64_t i = 0; i < count; ++i) {
      while (!pop(element)) {
      }
      total += element.words[0] ^ element.words[7];
    }
    *sum = total;
  });
  producer.join();
  consumer.join();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

extern "C" double peers_boost_ring(uint64_t count, uint64_t capacity, uint64_t *sum) {
  boost::lockfree::spsc_queue<Element> queue(capacity);
  return run(
      count, sum, [&](const Element &e) { return queue.push(e); },
      [&](Element &e) { return queue.pop(e); });
}

