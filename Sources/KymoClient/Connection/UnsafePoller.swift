import CEpoll
import Glibc

/// Waits for many connections at once.
///
/// The corresponding C functions are those of `epoll`, edge-triggered.
///
/// SAFETY: the descriptor is opened in `init` and closed once, in `deinit`. The events have room for
/// `capacity`, are allocated and set to zero in `init` and freed in `deinit`, and this object is their only
/// owner; an index is checked against how many the system wrote.
@safe final class Poller {
  /// What happened to a connection.
  struct Event {
    /// What the connection was registered under.
    var token: UInt64
    var isReadable: Bool
    var isWritable: Bool
    /// Whether no more will come.
    var isEnded: Bool
  }

  private let descriptor: Int32
  private let events: UnsafeMutablePointer<epoll_event>
  private let capacity: Int
  private var count = 0

  /// Opens a poller.
  ///
  /// - Parameter capacity: how many events are taken at a time.
  /// - Throws: that the system has none to give.
  init(capacity: Int) throws(ClientError) {
    self.capacity = capacity
    descriptor = kymo_epoll_create()
    unsafe events = .allocate(capacity: capacity)
    unsafe events.initialize(repeating: epoll_event(), count: capacity)
    guard descriptor >= 0 else { throw ClientError(code: errno) }
  }

  deinit {
    unsafe events.deallocate()
    if descriptor >= 0 { _ = close(descriptor) }
  }

  /// Watches a socket until it is closed.
  func add(_ socket: borrowing ClientSocket, token: UInt64) throws(ClientError) {
    guard kymo_epoll_add(descriptor, socket.descriptor, token) == 0 else {
      throw ClientError(code: errno)
    }
  }

  /// Waits for events, for so many ns at most; how many there are.
  func wait(nanoseconds: Int64) -> Int {
    // A signal ends the wait, as if nothing had happened.
    count = max(0, Int(unsafe kymo_epoll_wait(descriptor, events, Int32(capacity), nanoseconds)))
    return count
  }

  /// One of the events that the last wait found.
  subscript(index: Int) -> Event {
    precondition(index >= 0 && index < count)
    let event = unsafe events + index
    return Event(
      token: unsafe kymo_epoll_token(event),
      isReadable: unsafe kymo_epoll_readable(event) != 0,
      isWritable: unsafe kymo_epoll_writable(event) != 0,
      isEnded: unsafe kymo_epoll_ended(event) != 0
    )
  }
}
