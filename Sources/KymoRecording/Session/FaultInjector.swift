import KymoCore

/// Puts one ``ReplayFault`` into a stream of events, on their way from the file to the rings.
struct FaultInjector {
  let fault: ReplayFault?
  private var index: UInt64 = 0
  private var held: Event?
  /// Whether the mistake was made.
  private(set) var wasApplied = false

  init(_ fault: ReplayFault?) { self.fault = fault }

  /// Passes an event on: none, one, or after a swap two.
  mutating func pass(_ event: Event, to next: (Event) -> Void) {
    defer { index += 1 }
    var event = event
    switch fault {
    case .drop(index):
      wasApplied = true
      return
    case .flip(index):
      wasApplied = true
      event.payload.word0 ^= 1
    case .swap(index):
      held = event
      return
    default: break
    }
    if var first = held {
      wasApplied = true
      held = nil
      (first.payload, event.payload) = (event.payload, first.payload)
      (first.kind, event.kind) = (event.kind, first.kind)
      (first.command, event.command) = (event.command, first.command)
      next(first)
    }
    next(event)
  }

  /// Passes on what was held for a swap that found no partner.
  mutating func finish(_ next: (Event) -> Void) {
    if let held { next(held) }
    held = nil
  }
}
