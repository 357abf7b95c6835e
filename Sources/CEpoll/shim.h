#pragma once
// epoll: Swift's own module of libc leaves it out, and its event is packed on some machines.
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <time.h>

/// A poller, or -1 with errno.
static inline int kymo_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

/// Tells of every change of a socket from now on, under a token; 0, or -1 with errno.
static inline int kymo_epoll_add(int poller, int socket, uint64_t token) {
  struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET};
  event.data.u64 = token;
  return epoll_ctl(poller, EPOLL_CTL_ADD, socket, &event);
}

/// Waits for no longer than so many ns; how many events there are, or -1 with errno.
static inline int kymo_epoll_wait(int poller, struct epoll_event *events, int capacity, int64_t nanoseconds) {
  if (nanoseconds <= 0) return epoll_wait(poller, events, capacity, 0);
  struct timespec timeout = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
  int count = epoll_pwait2(poller, events, capacity, &timeout, NULL);
  // Before Linux 5.11 there are only milliseconds.
  if (count < 0 && errno == ENOSYS) count = epoll_wait(poller, events, capacity, (int)(nanoseconds / 1000000));
  return count;
}

/// The token of an event.
static inline uint64_t kymo_epoll_token(const struct epoll_event *event) { return event->data.u64; }

/// Whether there may be bytes, room, or an end.
static inline int kymo_epoll_readable(const struct epoll_event *event) {
  return (event->events & (EPOLLIN | EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0;
}
static inline int kymo_epoll_writable(const struct epoll_event *event) {
  return (event->events & (EPOLLOUT | EPOLLHUP | EPOLLERR)) != 0;
}
static inline int kymo_epoll_ended(const struct epoll_event *event) {
  return (event->events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0;
}
