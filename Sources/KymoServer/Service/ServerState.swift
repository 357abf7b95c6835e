import KymoCore
import Synchronization

/// What the HTTP thread and the dispatching thread share: looked at once a session, not once an event.
final class ServerState: Sendable {
  /// Wakes the dispatching thread, and the HTTP thread.
  let (work, answers) = (WakeGate(), WakeGate())
  let isStopRequested = Atomic(false)
  private let offered = Atomic(false)
  private let parts = Mutex<ServedSession.Parts?>(nil)
  private let order = Mutex<ServerOrder?>(nil)
  private let list = Mutex<[ServerRecording]>([])

  /// Offers a session to the HTTP thread.
  func offer(_ session: consuming sending ServedSession.Parts) {
    let carrier = HandOver(session)
    put(carrier)
    offered.store(true, ordering: .releasing)
    answers.wake()
  }

  private func put(_ carrier: sending HandOver<ServedSession.Parts>) {
    parts.withLock { $0 = carrier.take() }
  }

  /// The session that is offered, if one is.
  func takeSession() -> ServedSession? {
    guard offered.exchange(false, ordering: .acquiring) else { return nil }
    guard let parts = parts.withLock({ $0.take() }) else { return nil }
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
