import KymoCore

/// Joins what the ledger, the generator and the hiccup thread noted of the slowest events.
struct TailAnalysis {
  /// How many events around a slow one are named, before it and after it.
  static let neighbours = 2

  let run: LoadRun
  /// The names of the ledger's commands, by their index in its list.
  let names: [String]
  /// The names of commands by their number; the first is that of unknown ones.
  let allNames: [String]
  /// The report of the hiccup thread, if there was one.
  let hiccups: HiccupReport?

  /// Everything about some events, in the same order.
  func events(_ entries: [TailEntry]) -> [TailEvent] {
    let plan = PlanLookup(
      run.plan,
      places: entries.flatMap(Self.places(around:)),
      times: knowsWaiting ? entries.map(\.done) : []
    )
    return entries.map { event($0, plan) }
  }

  /// The stalls, the longest first.
  func stalls(_ log: StallLog) -> TailStalls {
    let sorted = log.entries.sorted { $1.worst.isBelow($0.worst) }
    return TailStalls(
      count: log.count,
      delayedCount: log.delayedCount,
      longest: sorted.map { entry in
        TailStall(
          dueNanoseconds: entry.worst.due,
          nanoseconds: entry.worst.response,
          delayedCount: entry.delayedCount,
          cause: cause(entry.worst)
        )
      }
    )
  }

  /// Everything about one event.
  private func event(_ entry: TailEntry, _ plan: PlanLookup) -> TailEvent {
    let busy = entry.busy
    return TailEvent(
      index: entry.isInput ? entry.place : nil,
      command: names[entry.row],
      dueNanoseconds: entry.due,
      responseNanoseconds: entry.response,
      serviceNanoseconds: entry.service,
      slipNanoseconds: entry.isInput && entry.lateness >= 0 ? entry.lateness : nil,
      queuedCount: entry.batch,
      waitingCount: waiting(entry, plan),
      busyCount: busy.count,
      behind: busy.count > 0 ? blocker(busy) : nil,
      counters: hiccups?.counters(from: entry.due, to: entry.done),
      hiccupNanoseconds: hiccups.map {
        $0.hiccup(from: entry.due, to: entry.done)?.hiccup.nanoseconds ?? 0
      },
      around: around(entry, plan),
      cause: cause(entry)
    )
  }

  /// The rules of ``TailCause``.
  func cause(_ entry: TailEntry) -> TailCause {
    let busy = entry.busy
    let longest = max(entry.service, busy.service, busy.gap)
    // Of equals the event itself comes first, then the one before it.
    let isOwn = longest == entry.service
    let isOther = !isOwn && longest == busy.service
    guard longest > 0, longest >= entry.response - longest else {
      let delay =
        hiccups?.counters(from: entry.due, to: entry.done)?.dispatcherDelayNanoseconds ?? 0
      if delay > 0, delay >= entry.response - delay { return .preempted(delay) }
      return busy.count > 0 ? .backlog(busy.count) : .unknown
    }
    let end = isOwn ? entry.done : isOther ? busy.done : busy.gapEnd
    if let hiccups {
      let counters = hiccups.counters(from: end - longest, to: end)
      if let delay = counters?.dispatcherDelayNanoseconds, delay >= longest - delay {
        return .preempted(delay)
      }
      if let (hiccup, shared) = hiccups.hiccup(from: end - longest, to: end),
        shared >= longest - shared
      {
        return .platformStalled(hiccup.nanoseconds)
      }
    }
    if isOwn { return .ownHandlers }
    if isOther { return .waitedBehind(blocker(busy)) }
    let slip = busy.gapLateness
    if slip >= 0, slip >= busy.gap - slip { return .generatorLate(slip) }
    return .unknown
  }

  private func blocker(_ busy: BusyPeriod) -> TailBlocker {
    TailBlocker(
      index: busy.isInput ? busy.place : nil,
      command: names[busy.row],
      serviceNanoseconds: busy.service
    )
  }

  /// How many events were due by the end of this one, and come after it.
  private func waiting(_ entry: TailEntry, _ plan: PlanLookup) -> Int? {
    guard knowsWaiting else { return nil }
    return max(0, plan.count(dueBy: entry.done) - entry.place - (entry.isInput ? 1 : 0))
  }

  /// Whether nothing can be lost, so that what is due and not done is still to come.
  private var knowsWaiting: Bool { run.configuration.overflow == .wait }

  private static func places(around entry: TailEntry) -> ClosedRange<Int> {
    max(0, entry.place - neighbours)...entry.place + neighbours
  }

  private func around(_ entry: TailEntry, _ plan: PlanLookup) -> [TailNeighbour] {
    Self.places(around: entry).compactMap { place in
      guard let due = plan.due(at: place), !entry.isInput || place != entry.place else {
        return nil
      }
      let position = run.workload.start.position + place
      let event = run.workload.events[position % run.workload.events.count]
      let id = Int(event.command.rawValue)
      return TailNeighbour(
        index: place,
        command: allNames[id < allNames.count ? id : 0],
        dueNanoseconds: due
      )
    }
  }
}
