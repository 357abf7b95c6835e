/// The messages on their way in one direction: a queue, and those that faults have put off.
struct PageTransit {
  /// The messages that arrive next.
  private var ready = WaitingLine<PageMessage>()
  /// The messages that arrive at a time, the earliest first.
  private var delayed = DueQueue<PageMessage>()
  /// The message that waits for the next one.
  private var held: PageMessage?

  /// How many are on their way.
  var count: Int { ready.count + delayed.count + (held == nil ? 0 : 1) }

  /// Whether something can arrive now.
  var hasReady: Bool { !ready.isEmpty }

  /// When the next delayed one arrives; the last time of all if there is none.
  var nextDue: Int64 { delayed.nextDue ?? .max }

  /// Puts a message on its way.
  mutating func send(_ message: PageMessage, _ fault: PageFault?, _ counts: inout PageLedger.Counts)
  {
    counts.sent += 1
    switch fault {
    case .drop:
      counts.dropped += 1
      return
    case .reorder:
      counts.reordered += 1
      if let held { ready.append(held) }
      held = message
      return
    case .delay(let nanoseconds):
      counts.delayed += 1
      delayed.put(message, nanoseconds, after: message.time)
      return
    case .duplicate:
      counts.duplicated += 1
      ready.append(message)
    case .reload, nil: break
    }
    ready.append(message)
    if let held {
      ready.append(held)
      self.held = nil
    }
  }

  /// Lets what is due at a time arrive next.
  mutating func advance(to time: Int64) {
    ready.append(contentsOf: delayed.take(upTo: time))
  }

  /// The next message, which arrives.
  mutating func take(_ counts: inout PageLedger.Counts) -> PageMessage? {
    guard let message = ready.popFirst() else { return nil }
    counts.delivered += 1
    return message
  }

  /// Loses everything that is on its way.
  mutating func clear() -> UInt64 {
    let lost = UInt64(count)
    self = PageTransit()
    return lost
  }
}
