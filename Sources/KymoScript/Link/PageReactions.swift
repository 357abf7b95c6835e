import KymoCore

/// The outcomes that a page has not seen yet, and from when on it may call native code in the midst of a script.
///
/// A call that is answered at once is dispatched before the page's script goes on. A replay has it in the order of all
/// events, by time and source. So the page takes no turn before everything of the same time was dispatched that goes
/// before its own events: it sees outcomes in turns of its own.
struct PageReactions {
  /// An outcome that the page is to see.
  struct Reaction {
    /// The event.
    var event: Event
    /// What became of it.
    var outcome: Outcome
    /// The text of the reply.
    var reply: [UInt8]
  }

  private var waiting = WaitingLine<Reaction>()
  /// When the page's next turn may be at the earliest, in ns.
  private(set) var floor = Int64.min
  /// Whether something was dispatched that the page has not called itself in the midst of a script.
  private(set) var hasBegun = false

  /// Whether there is something for the page.
  var isEmpty: Bool { waiting.isEmpty }

  /// Notes what was dispatched: the page's own events of that time come after it.
  mutating func pass(_ event: borrowing Event, isAtOnce: Bool) {
    hasBegun = hasBegun || !isAtOnce
    let time = event.timestamp
    floor = max(floor, event.source.rawValue <= SourceID.page.rawValue ? time : after(time))
  }

  /// Notes that the page has raised an event 1 ns after a time at the latest: it goes before the page's next turn.
  mutating func pass(raisedAfter time: Int64) { floor = max(floor, after(time)) }

  private func after(_ time: Int64) -> Int64 { time == .max ? time : time + 1 }

  /// Keeps an outcome for the page's next turn.
  mutating func put(_ reaction: Reaction) { waiting.append(reaction) }

  /// The next outcome for the page; nil if there is none.
  mutating func take() -> Reaction? { waiting.popFirst() }
}
