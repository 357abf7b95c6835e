#pragma once
// epoll and eventfd: Swift's own module of libc leaves them out, and an event of epoll is packed on some machines.
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>

/// A poller, or -1 with errno.
static inline int kymo_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

/// A counter that never blocks, or -1 with errno.
static inline int kymo_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

// A feature of GNU, which the headers show only to who asks for it.
int accept4(int listener, struct sockaddr *address, socklen_t *length, int flags);

/// The next connection of a listener, whose calls do not block, and where it comes from; -1 with errno.
static inline int kymo_accept(int listener, struct sockaddr_storage *address) {
  socklen_t length = sizeof *address;
  return accept4(listener, (struct sockaddr *)address, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

/// Tells of every change of a descriptor from now on, under a token, that of room only if it is asked for; 0, or -1 with
/// errno.
static inline int kymo_epoll_add(int poller, int watched, uint64_t token, int room) {
  struct epoll_event event = {.events = EPOLLIN | EPOLLRDHUP | EPOLLET | (room ? EPOLLOUT : 0)};
  event.data.u64 = token;
  return epoll_ctl(poller, EPOLL_CTL_ADD, watched, &event);
}

/// Waits for no longer than so many ns; how many events there are, or -1 with errno.
static inline int kymo_epoll_wait(int poller, struct epoll_event *events, int capacity, int64_t nanoseconds) {
  if (nanoseconds <= 0) return epoll_wait(poller, events, capacity, 0);
  struct timespec timeout = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
  int count = epoll_pwait2(poller, events, capacity, &timeout, NULL);
  // Before Linux 5.11, and where a container's filter does not know the call, there are only milliseconds.
  if (count < 0 && errno != EINTR) count = epoll_wait(poller, events, capacity, (int)((nanoseconds + 999999) / 1000000));
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
static inline int kymo_epoll_broken(const struct epoll_event *event) {
  return (event->events & (EPOLLHUP | EPOLLERR)) != 0;
}
