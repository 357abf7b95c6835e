import KymoCore

/// Puts one ``ReplayFault`` into a stream of events, on their way from the file to the rings.
struct FaultInjector {
  let fault: ReplayFault?
  /// How many inputs were passed on or left out.
  private(set) var index: UInt64 = 0
  private var held: ReplayInput?
  /// Whether the mistake was made.
  private(set) var wasApplied = false

  init(_ fault: ReplayFault?) { self.fault = fault }

  /// Counts from a number on, if nothing was passed on so far.
  mutating func start(at number: UInt64) { index = max(index, number) }

  /// Passes an event on: none, one, or after a swap two.
  mutating func pass<Failure: Error>(
    _ input: ReplayInput,
    to next: (ReplayInput) throws(Failure) -> Void
  ) throws(Failure) {
    defer { index += 1 }
    var input = input
    switch fault {
    case .drop(index):
      wasApplied = true
      return
    case .flip(index):
      wasApplied = true
      if input.text.isEmpty {
        input.event.payload.word0 ^= 1
      } else {
        input.text[input.text.count - 1] ^= 1
      }
    case .swap(index):
      held = input
      return
    default: break
    }
    if var first = held {
      wasApplied = true
      held = nil
      (first.event.payload, input.event.payload) = (input.event.payload, first.event.payload)
      (first.event.kind, input.event.kind) = (input.event.kind, first.event.kind)
      (first.event.command, input.event.command) = (input.event.command, first.event.command)
      (first.text, input.text) = (input.text, first.text)
      try next(first)
    }
    try next(input)
  }

  /// Passes on what was held for a swap that found no partner.
  mutating func finish<Failure: Error>(
    _ next: (ReplayInput) throws(Failure) -> Void
  ) throws(Failure) {
    if let held { try next(held) }
    held = nil
  }
}
