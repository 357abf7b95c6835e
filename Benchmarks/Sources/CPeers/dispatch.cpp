// Two peers. `bare` is the least that three calls through C function pointers can cost. `checked` does what
// the dispatcher does: a command that may be unknown, handlers with state, results that have a type and
// are looked at only if they are there.
#include "CPeers.h"
#include <chrono>
#include <cmath>
#include <vector>

namespace {
struct Value {
  double numbers[3];
  uint8_t type;
};
struct BareContext {
  const peer_event *event;
  double results[32];
  int result_count;
  int reply_kind;
  double reply[6];
};
struct Context {
  const peer_event *event;
  Value results[32];
  int64_t result_count;
  int reply_kind;
  double reply[6];
};

// Not inlined: the optimiser must not see through the pointers.
namespace bare {
__attribute__((noinline)) int validate(BareContext *c) {
  const double *v = c->event->values;
  return std::fabs(v[0]) <= 160 && std::fabs(v[1]) <= 160 && std::fabs(v[2]) <= 160 ? 0 : 1;
}
__attribute__((noinline)) int business(BareContext *c) {
  const double *v = c->event->values;
  if (c->result_count >= 32) return 1;
  c->results[c->result_count++] = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  return 0;
}
__attribute__((noinline)) int view(BareContext *c) {
  const double *v = c->event->values;
  c->reply_kind = 1;
  c->reply[0] = v[0];
  c->reply[1] = v[1];
  c->reply[2] = c->results[0];
  c->reply[3] = c->reply[4] = c->reply[5] = 0;
  return 0;
}
struct Row {
  int (*validate)(BareContext *), (*business)(BareContext *), (*view)(BareContext *);
};
} // namespace bare

namespace checked {
struct State {
  double limit, scale;
  int64_t result;
};
__attribute__((noinline)) int validate(const State *s, Context *c) {
  const double *v = c->event->values;
  double limit = s->limit;
  return std::fabs(v[0]) <= limit && std::fabs(v[1]) <= limit && std::fabs(v[2]) <= limit ? 0 : 1;
}
__attribute__((noinline)) int business(const State *s, Context *c) {
  const double *v = c->event->values;
  if (c->result_count >= 32) return 2;
  c->results[c->result_count++] =
      Value{{std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) * s->scale, 0, 0}, 2};
  return 0;
}
__attribute__((noinline)) int view(const State *s, Context *c) {
  const double *v = c->event->values;
  double magnitude = 0;
  int64_t i = s->result;
  if (i >= 0 && i < c->result_count && c->results[i].type == 2)
    magnitude = c->results[i].numbers[0];
  c->reply_kind = 1;
  c->reply[0] = v[0];
  c->reply[1] = v[1];
  c->reply[2] = magnitude;
  c->reply[3] = c->reply[4] = c->reply[5] = 0;
  return 0;
}
struct Step {
  int (*call)(const State *, Context *);
  const State *state;
};
struct Row {
  Step validate, business, view;
};
} // namespace checked

template <typename Run>
double timed(uint64_t rounds, Run run) {
  auto start = std::chrono::steady_clock::now();
  for (uint64_t round = 0; round < rounds; ++round) run();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}
} // namespace

extern "C" double peers_function_pointers_bare(const peer_event *events, uint64_t count,
                                               uint64_t rounds, uint32_t commands, double *sum) {
  using namespace bare;
  std::vector<Row> rows(commands + 1, Row{validate, business, view});
  std::vector<uint64_t> counts(4 * (commands + 1));
  BareContext context = {};
  double total = 0;
  Row *table = rows.data();
  asm volatile("" : "+r"(table) : : "memory");
  double seconds = timed(rounds, [&] {
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
  });
  *sum = total;
  return seconds;
}

extern "C" double peers_function_pointers(const peer_event *events, uint64_t count, uint64_t rounds,
                                          uint32_t commands, double *sum) {
  using namespace checked;
  // As in the dispatcher's table, every handler of every command is an object of its own.
  std::vector<State> states(3 * (commands + 1), State{160, 1, 0});
  std::vector<Row> rows;
  for (uint32_t i = 0; i <= commands; ++i)
    rows.push_back(Row{{validate, &states[3 * i]},
                       {business, &states[3 * i + 1]},
                       {view, &states[3 * i + 2]}});
  std::vector<uint64_t> counts(8 * (commands + 1));
  Context context = {};
  double total = 0;
  uint64_t index = 0;
  Row *table = rows.data();
  asm volatile("" : "+r"(table) : : "memory");
  double seconds = timed(rounds, [&] {
    for (uint64_t i = 0; i < count; ++i) {
      context.event = &events[i];
      context.result_count = 0;
      context.reply_kind = 0;
      uint32_t command = events[i].command <= commands ? events[i].command : 0;
      const Row &row = table[command];
      int status = 0;
      if (row.validate.call(row.validate.state, &context)) status = 1;
      else if (row.business.call(row.business.state, &context)) status = 2;
      else row.view.call(row.view.state, &context);
      counts[command * 8 + status]++;
      ++index;
      total += context.reply[2];
    }
  });
  asm volatile("" : : "r"(index));
  *sum = total;
  return seconds;
}
