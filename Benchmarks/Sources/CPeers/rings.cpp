#include "CPeers.h"
#include <algorithm>
#include <boost/lockfree/spsc_queue.hpp>
#include <chrono>
#include <cstdlib>
#include <pthread.h>
#include <sched.h>
#include <thread>
#include <vector>

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


// The batch calls: `batch` elements are made in an array and pushed together, and the consumer takes all
// that is there, in place.
extern "C" double peers_boost_ring_batch(uint64_t count, uint64_t capacity, uint64_t batch,
                                         uint64_t *sum) {
  boost::lockfree::spsc_queue<Element> queue(capacity);
  auto start = std::chrono::steady_clock::now();
  std::thread producer([&] {
    peers_pin(0);
    Element elements[32];
    for (uint64_t i = 0; i < count;) {
      uint64_t n = std::min(std::min(batch, count - i), uint64_t(32));
      for (uint64_t k = 0; k < n; ++k, ++i)
        elements[k] = {{i, i + 1, i + 2, i + 3, i + 4, i + 5, i + 6, i + 7}};
      for (uint64_t done = 0; done < n;) done += queue.push(elements + done, n - done);
    }
  });
  std::thread consumer([&] {
    peers_pin(1);
    uint64_t total = 0;
    for (uint64_t seen = 0; seen < count;)
      seen += queue.consume_all([&](const Element &e) { total += e.words[0] ^ e.words[7]; });
    *sum = total;
  });
  producer.join();
  consumer.join();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

extern "C" double peers_boost_round_trip(uint64_t count, uint64_t capacity) {
  boost::lockfree::spsc_queue<Element> there(capacity), back(capacity);
  std::vector<int64_t> times(count);
  std::thread echo([&] {
    peers_pin(1);
    Element element;
    for (uint64_t i = 0; i < count; ++i) {
      while (!there.pop(element)) {
      }
      while (!back.push(element)) {
      }
    }
  });
  std::thread caller([&] {
    peers_pin(0);
    Element element;
    for (uint64_t i = 0; i < count; ++i) {
      auto start = std::chrono::steady_clock::now();
      Element sent = {{i, i + 1, i + 2, i + 3, i + 4, i + 5, i + 6, i + 7}};
      while (!there.push(sent)) {
      }
      while (!back.pop(element)) {
      }
      times[i] = std::chrono::nanoseconds(std::chrono::steady_clock::now() - start).count();
      if (element.words[7] != i + 7) std::abort();
    }
  });
  caller.join();
  echo.join();
  std::nth_element(times.begin(), times.begin() + count / 2, times.end());
  return double(times[count / 2]);
}
