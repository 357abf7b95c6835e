/// A time in which the dispatcher did not get through what was due, and the events that it delayed.
///
/// All events of one busy period (see ``TailCause``) belong to one stall: what delayed the first delayed the
/// others, so a percentile of thousands of events may rest on a single one.
public struct TailStall: Sendable, Equatable {
  /// When the event that waited longest was due, in ns after the start of the run.
  public var dueNanoseconds: Int64
  /// How long that event took from when it was due, in ns.
  public var nanoseconds: Int64
  /// How many events it delayed beyond ``TailStalls/threshold``.
  public var delayedCount: Int
  /// Why that event was slow.
  public var cause: TailCause
}

/// The stalls that the tail of a run consists of.
public struct TailStalls: Sendable, Equatable {
  /// How long after it was due an event of a stall is done at least, in ns.
  public static var threshold: Int64 { 100_000 }
  /// How many stalls ``longest`` has at most.
  public static var maximumKept: Int { 256 }

  /// How many there were.
  public var count: Int
  /// How many events they delayed.
  public var delayedCount: Int
  /// The longest of them, the longest first.
  public var longest: [TailStall]

  /// The effect of the stalls of one cause.
  public struct Group: Sendable, Equatable {
    /// The name of the cause.
    public var cause: String
    /// How many there were.
    public var count: Int
    /// How many events they delayed.
    public var delayedCount: Int
    /// The longest of them.
    public var longest: TailStall
  }

  /// The stalls that are kept by their causes, those that delayed most events first.
  public var groups: [Group] {
    var groups: [Group] = []
    for stall in longest {
      if let place = groups.firstIndex(where: { $0.cause == stall.cause.name }) {
        groups[place].count += 1
        groups[place].delayedCount += stall.delayedCount
      } else {
        groups.append(
          Group(
            cause: stall.cause.name,
            count: 1,
            delayedCount: stall.delayedCount,
            longest: stall
          )
        )
      }
    }
    return groups.enumerated()
      .sorted { ($1.element.delayedCount, $0.offset) < ($0.element.delayedCount, $1.offset) }
      .map(\.element)
  }

  /// The parts of the tail, in lines; `time` writes a number of ns.
  public func lines(_ time: (Int64) -> String) -> [String] {
    func stalls(_ count: Int) -> String { count == 1 ? "1 stall" : "\(count) stalls" }
    func events(_ count: Int) -> String { count == 1 ? "1 event" : "\(count) events" }
    guard count > 0 else { return ["no event took longer than \(time(Self.threshold))"] }
    let head =
      "\(stalls(count)) delayed \(events(delayedCount)) beyond \(time(Self.threshold))"
      + (count > longest.count ? "; of the \(longest.count) longest:" : ":")
    return [head]
      + groups.map { group in
        let longest = group.longest
        let one =
          "one of \(time(longest.nanoseconds)) delayed \(events(longest.delayedCount)): "
          + longest.cause.text(time)
        return group.count == 1
          ? one : "\(stalls(group.count)) delayed \(events(group.delayedCount)); " + one
      }
  }
}
