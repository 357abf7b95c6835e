import KymoCore
import Synchronization

/// The state that the HTTP thread and the dispatching thread share: looked at once a session, not
/// once an event.
final class ServerState: Sendable {
  /// Wakes the dispatching thread, and the HTTP thread.
  let (work, answers) = (WakeGate(), WakeGate())
  let isStopRequested = Atomic(false)
  private let offered = Atomic(false)
  private let offer = Mutex(Offer())
  private let order = Mutex<ServerOrder?>(nil)
  private let list = Mutex<[ServerRecording]>([])

  /// The offer that lies between the two threads.
  private struct Offer: ~Copyable {
    var parts: ServedSession.Parts?
    /// Whether nobody takes it any more.
    var isClosed = false

    /// Ends the session that nobody has taken.
    mutating func end() {
      guard var parts = parts.take() else { return }
      parts.producer.finish()
    }
  }

  /// Offers a session to the HTTP thread; if that has ended, so does the session.
  func offer(_ session: consuming sending ServedSession.Parts) {
    let carrier = HandOver(session)
    put(carrier)
    offered.store(true, ordering: .releasing)
    answers.wake()
  }

  private func put(_ carrier: sending HandOver<ServedSession.Parts>) {
    offer.withLock {
      $0.parts = carrier.take()
      if $0.isClosed { $0.end() }
    }
  }

  /// Says that no session is taken any more, and ends the one that is offered.
  func close() {
    offer.withLock {
      $0.isClosed = true
      $0.end()
    }
    work.wake()
  }

  /// The session that is offered, if one is.
  func takeSession() -> ServedSession? {
    guard offered.exchange(false, ordering: .acquiring) else { return nil }
    guard let parts = offer.withLock({ $0.parts.take() }) else { return nil }
    return ServedSession(parts)
  }

  /// Says why the session ends; a stop is final.
  func give(_ order: ServerOrder) {
    self.order.withLock { if $0 != .stop { $0 = order } }
  }

  /// Why the session ended.
  func takeOrder() -> ServerOrder {
    order.withLock { current in
      defer { if current != .stop { current = nil } }
      return current ?? .stop
    }
  }

  /// The recordings that clients may fetch.
  var recordings: [ServerRecording] {
    get { list.withLock { $0 } }
    set { list.withLock { $0 = newValue } }
  }
}
