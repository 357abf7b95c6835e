public import KymoCore

/// The input of a load run: the events of a recording in order, and the bytes of their messages.
public struct Workload: Sendable {
  /// The events, in the order of `Event.precedes(_:)`.
  public let events: [Event]
  /// The bytes of all messages; the payload of an event of kind `message` or `data` refers to them.
  public let messages: [UInt8]
  /// How far the logical time moves on with every repetition, in ns: the span and one mean gap, at most `Int64.max`.
  public let period: Int64
  /// The longest message in bytes; nil if there are no messages.
  public let longestMessage: Int?
  /// By how much the sequence of a request moves on with every repetition.
  @usableFromInline let requestCount: UInt32
  /// Where a run begins: at the first event, unless it continues another.
  @usableFromInline var start = PlanCursor()

  /// Takes events that are in order and refer to bytes that are there.
  ///
  /// - Throws: what is wrong, and with which event.
  /// - Complexity: O(events).
  public init(events: [Event], messages: [UInt8] = []) throws(WorkloadError) {
    guard let first = events.first, let last = events.last else { throw .empty }
    var longest: Int?
    for index in events.indices {
      if index > 0, events[index].precedes(events[index - 1]) { throw .unordered(index: index) }
      guard events[index].kind.isReference else { continue }
      let reference = events[index].payload.reference
      let (end, overflow) = reference.offset.addingReportingOverflow(UInt64(reference.length))
      guard !overflow, end <= UInt64(messages.count) else { throw .messageOutside(index: index) }
      longest = max(longest ?? 0, Int(reference.length))
    }
    let (span, overflow) = last.timestamp.subtractingReportingOverflow(first.timestamp)
    let gap = events.count > 1 ? max(1, span / Int64(events.count - 1)) : 1
    guard !overflow else { throw .timestamps }
    self.events = events
    self.messages = messages
    // One that is as long as time itself cannot be repeated, but sent once.
    period = span > .max - gap ? .max : span + gap
    longestMessage = longest
    requestCount = UInt32(truncatingIfNeeded: events.count { $0.source == .bridge })
  }

  /// When the events were recorded, in ns: what ``ArrivalPlan/recorded(_:rate:length:)`` takes.
  ///
  /// Of one that continues another they begin where it does, and end a repetition later.
  public var timestamps: [Int64] {
    let times = events.map(\.timestamp)
    guard start.position > 0 else { return times }
    return times[start.position...] + times[..<start.position].map { $0 &+ period }
  }

  /// Whether there is logical time for `count` events, those given being repeated as needed.
  func reaches(_ count: Int) -> Bool {
    let repetitions = Int64((start.position + count - 1) / events.count)
    if repetitions == 0, start.shift == 0 { return true }
    let (more, overflow) = period.multipliedReportingOverflow(by: repetitions)
    let (shift, isBeyond) = start.shift.addingReportingOverflow(more)
    let last = events[events.count - 1].timestamp
    return !overflow && !isBeyond && period < .max && (last < 0 || shift <= .max - last)
  }

  /// The same events from behind the first `count` of them: logical time goes on where a run of so many ended.
  ///
  /// - Parameter count: how many were sent; not negative.
  /// - Returns: the workload, as it is for the run that follows.
  /// - Precondition: there is logical time for so many events.
  public func continued(after count: Int) -> Workload {
    precondition(count >= 0 && reaches(max(1, count)), "there is no time for \(count) events")
    var next = self
    let repetitions = (start.position + count) / events.count
    next.start.position = (start.position + count) % events.count
    next.start.shift = start.shift &+ period &* Int64(repetitions)
    next.start.requestShift =
      start.requestShift &+ requestCount &* UInt32(truncatingIfNeeded: repetitions)
    return next
  }
}
