import KymoCore

/// The state that the handlers of a ``Browser`` share.
final class BrowserDesk {
  var model: BrowserModel
  /// The network; nil if what happens comes from outside, as calls.
  let loader: BrowserLoader?
  /// The ids of the commands, in the order of `BrowserCommand.allCases`.
  var ids: [CommandID] = []
  /// The event that waits for what happens next.
  private var appointment: RaisedEvent?
  /// When that is, in logical ns; nil if there is none.
  private(set) var nextEventTime: Int64?
  /// How many events of each kind there were, by the place of the command.
  private(set) var counts = [UInt64](repeating: 0, count: BrowserCommand.allCases.count)

  init(_ model: BrowserModel, _ loader: BrowserLoader?) {
    self.model = model
    self.loader = loader
  }

  /// Applies an event, has done what that asks for, and arranges for what happens next.
  func handle(_ command: BrowserCommand, _ exchange: inout Exchange) throws(HandlerError) {
    let now = exchange.event.timestamp
    var failure: HandlerError?
    do throws(HandlerError) {
      let event: BrowserEvent
      if exchange.event.kind == .message {
        event = try BrowserEvent(command, exchange)
      } else {
        guard let own = loader?.take(upTo: now) else { throw .unavailable }
        event = own
      }
      counts[BrowserCommand.allCases.firstIndex(of: event.command) ?? 0] += 1
      try model.apply(event)
      for order in model.orders { loader?.perform(order, at: now) }
    } catch { failure = error }
    makeAppointment(&exchange)
    if let failure { throw failure }
  }

  /// Raises an event for what happens next, in place of the one that waits.
  private func makeAppointment(_ exchange: inout Exchange) {
    if let waiting = appointment.take() { exchange.cancel(waiting) }
    nextEventTime = nil
    guard let next = loader?.next,
      let place = BrowserCommand.allCases.firstIndex(of: next.command), ids.indices.contains(place)
    else { return }
    // Too many for one moment go on in the next; when the run is over, nothing more happens.
    let now = exchange.event.timestamp
    for time in [max(next.time, now), max(next.time, now &+ 1)] where appointment == nil {
      appointment = try? exchange.raise(ids[place], at: time)
      if appointment != nil { nextEventTime = time }
    }
  }

  func count(_ command: BrowserCommand) -> UInt64 {
    BrowserCommand.allCases.firstIndex(of: command).map { counts[$0] } ?? 0
  }
}
