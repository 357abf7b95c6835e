import CEpoll
import Glibc

/// Waits for many connections at once.
///
/// The corresponding C functions are those of `epoll`, edge-triggered.
///
/// SAFETY: the descriptor is opened in `init` and closed once, in `deinit`. The events have room for
/// `capacity`, are allocated and set to zero in `init` and freed in `deinit`, and this object is their only
/// owner; an index is checked against how many the system wrote.
@safe package final class Poller {
  /// The events that a descriptor is watched for.
  package enum Interest {
    /// Bytes, room, and the end.
    case everything
    /// Bytes, and the end.
    case input
  }

  /// An event of a connection.
  package struct Event {
    /// The token that the connection was registered under.
    package var token: UInt64
    /// Whether there may be bytes, or the end.
    package var isReadable: Bool
    /// Whether there may be room.
    package var isWritable: Bool
    /// Whether no more will come.
    package var isEnded: Bool
    /// Whether nothing can be sent any more, either.
    package var isBroken: Bool
  }

  private let descriptor: Int32
  private let events: UnsafeMutablePointer<epoll_event>
  private let capacity: Int
  private var count = 0

  /// Opens a poller.
  ///
  /// - Parameter capacity: how many events are taken at a time, at least 1.
  /// - Throws: that the system has none to give.
  package init(capacity: Int) throws(PollError) {
    self.capacity = capacity
    descriptor = kymo_epoll_create()
    unsafe events = .allocate(capacity: capacity)
    unsafe events.initialize(repeating: epoll_event(), count: capacity)
    guard descriptor >= 0 else { throw PollError(code: errno) }
  }

  deinit {
    unsafe events.deallocate()
    if descriptor >= 0 { _ = close(descriptor) }
  }

  /// Watches a descriptor until it is closed.
  ///
  /// - Parameters:
  ///   - watched: the descriptor, which is open.
  ///   - token: what its events will have.
  ///   - interest: what is told.
  /// - Throws: that the system has no room for it.
  package func add(
    _ watched: Int32,
    token: UInt64,
    for interest: Interest = .everything
  ) throws(PollError) {
    let room: Int32 = interest == .everything ? 1 : 0
    guard kymo_epoll_add(descriptor, watched, token, room) == 0 else {
      throw PollError(code: errno)
    }
  }

  /// Waits for events, for so many ns at most; how many there are.
  package func wait(nanoseconds: Int64) -> Int {
    // A signal ends the wait, as if nothing had happened.
    count = max(0, Int(unsafe kymo_epoll_wait(descriptor, events, Int32(capacity), nanoseconds)))
    return count
  }

  /// One of the events that the last wait found.
  package subscript(index: Int) -> Event {
    precondition(index >= 0 && index < count)
    let event = unsafe events + index
    return Event(
      token: unsafe kymo_epoll_token(event),
      isReadable: unsafe kymo_epoll_readable(event) != 0,
      isWritable: unsafe kymo_epoll_writable(event) != 0,
      isEnded: unsafe kymo_epoll_ended(event) != 0,
      isBroken: unsafe kymo_epoll_broken(event) != 0
    )
  }
}
