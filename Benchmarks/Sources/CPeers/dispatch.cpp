#include "CPeers.h"
#include <chrono>
#include <cmath>
#include <vector>

namespace {
struct Context {
  const peer_event *event;
  double results[32];
  int result_count;
  int reply_kind;
  double reply[6];
};
using Function = int (*)(Context *);

// Not static and not inlined: the optimiser must not see through the pointers.
__attribute__((noinline)) int validate(Context *c) {
  const double *v = c->event->values;
  return std::fabs(v[0]) <= 160 && std::fabs(v[1]) <= 160 && std::fabs(v[2]) <= 160 ? 0 : 1;
}
__attribute__((noinline)) int business(Context *c) {
  const double *v = c->event->values;
  if (c->result_count >= 32) return 1;
  c->results[c->result_count++] = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  return 0;
}
__attribute__((noinline)) int view(Context *c) {
  const double *v = c->event->values;
  c->reply_kind = 1;
  c->reply[0] = v[0];
  c->reply[1] = v[1];
  c->reply[2] = c->results[0];
  c->reply[3] = c->reply[4] = c->reply[5] = 0;
  return 0;
}
struct Row {
  Function validate, business, view;
};
} // namespace

extern "C" double peers_function_pointers(const peer_event *events, uint64_t count, uint64_t rounds,
                                          uint32_t commands, double *sum) {
  std::vector<Row> rows(commands + 1, Row{validate, business, view});
  std::vector<uint64_t> counts(4 * (commands + 1));
  Context context = {};
  double total = 0;
  Row *table = rows.data();
  asm volatile("" : "+r"(table) : : "memory");
  auto start = std::chrono::steady_clock::now();
  for (uint64_t round = 0; round < rounds; ++round) {
    for (uint64_t i = 0; i < count; ++i) {
      context.event = &events[i];
      context.result_count = 0;
      context.reply_kind = 0;
      const Row &row = table[events[i].command];
      int status = 0;
      if (row.validate(&context)) status = 1;
      else if (row.business(&context)) status = 2;
      else row.view(&context);
      counts[events[i].command * 4 + status]++;
      total += context.reply[2];
    }
  }
  double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  *sum = total;
  return seconds;
}
