#pragma once
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

/// Keeps the calling thread on one core; 0 on success.
int peers_pin(int core);

/// What it takes to pass a cache line from one of the cores 0 and 1 to the other, in ns: two threads take turns in
/// writing it, `passes` times. Negative if there is no second core.
double peers_line_ns(uint64_t passes);

/// Sleeps until each of `count` times that are `interval` ns apart, by clock_nanosleep and nothing else, and notes by how
/// many ns it was late.
void peers_nanosleep_lateness(int64_t interval, uint64_t count, int64_t *lateness);

/// One producing and one consuming thread, pinned to cores 0 and 1, pass `count` 64-byte elements through
/// the peer's ring of `capacity`; returns the seconds taken, and in `sum` the sum over what arrived.
double peers_boost_ring(uint64_t count, uint64_t capacity, uint64_t *sum);
double peers_ck_ring(uint64_t count, uint64_t capacity, uint64_t *sum);

/// The same with the peer's calls for several elements at once: up to 32 pushed, all there are consumed.
double peers_boost_ring_batch(uint64_t count, uint64_t capacity, uint64_t batch, uint64_t *sum);

/// The same through an array and two counters, `batch` elements made and published together.
double peers_bare_ring(uint64_t count, uint64_t capacity, uint64_t batch, uint64_t *sum);

/// An element goes to the other core and comes back, through two of the peer's rings, `count` times; returns the median
/// time of a round trip in ns, each measured by two looks at CLOCK_MONOTONIC.
double peers_boost_round_trip(uint64_t count, uint64_t capacity);
double peers_ck_round_trip(uint64_t count, uint64_t capacity);

/// An event as the core has it: 16 bytes of header, six words.
typedef struct {
  int64_t timestamp;
  uint32_t sequence;
  uint16_t command;
  uint8_t source;
  uint8_t kind;
  double values[6];
} peer_event;

/// Three stages of `commands` commands through C function pointers, with the checks and the state that the
/// dispatcher's handlers have; returns the seconds taken, and in `sum` the sum of the replies.
double peers_function_pointers(const peer_event *events, uint64_t count, uint64_t rounds,
                               uint32_t commands, double *sum);
/// The same without checks and state: the least that it can cost.
double peers_function_pointers_bare(const peer_event *events, uint64_t count, uint64_t rounds,
                                    uint32_t commands, double *sum);

/// Starts a daemon of libmicrohttpd on a port of all addresses, for as long as the process lives; 0 if it cannot be
/// started.
///
/// It answers a constant: at once, or, if `resumes` is not 0, after another thread has resumed the connection.
int peers_microhttpd(uint16_t port, int resumes);

/// A script calls a function of C, `JSObjectMakeFunctionWithCallback`, `calls` times with a number; returns the seconds
/// taken, -1 if the library or a function of it is not there, and in `sum` the sum of the numbers.
double peers_javascriptcore_callback(const char *library, uint64_t calls, double *sum);
#ifdef __cplusplus
}
#endif
