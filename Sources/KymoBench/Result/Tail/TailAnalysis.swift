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
  /// How late each event of the plan was pushed; nil if nobody noted it.
  let pushTimes: PushTimes?
  /// What the hiccup thread saw, if there was one.
  let hiccups: HiccupReport?

  /// Everything about one event.
  func event(_ entry: TailEntry) -> TailEvent {
    let busy = entry.busy
    return TailEvent(
      index: entry.isInput ? entry.place : nil,
      command: names[entry.row],
      dueNanoseconds: entry.due,
      responseNanoseconds: entry.response,
      serviceNanoseconds: entry.service,
      slipNanoseconds: entry.isInput ? pushTimes?.lateness(at: entry.place) : nil,
      queuedCount: entry.batch,
      waitingCount: waiting(entry),
      busyCount: busy.count,
      behind: busy.count > 0 ? blocker(busy) : nil,
      counters: hiccups?.counters(from: entry.due, to: entry.done),
      hiccupNanoseconds: hiccups.map {
        $0.hiccup(from: entry.due, to: entry.done)?.hiccup.nanoseconds ?? 0
      },
      around: around(entry),
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
    if let slip = pushTimes?.lateness(at: busy.gapPlace), slip >= busy.gap - slip {
      return .generatorLate(slip)
    }
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
  private func waiting(_ entry: TailEntry) -> Int? {
    guard run.configuration.overflow == .wait else { return nil }
    let due = run.plan.offsets.partitioningIndex { $0 > entry.done }
    return max(0, due - entry.place - (entry.isInput ? 1 : 0))
  }

  private func around(_ entry: TailEntry) -> [TailNeighbour] {
    let places = max(0, entry.place - Self.neighbours)...entry.place + Self.neighbours
    return places.compactMap { place in
      guard place < run.plan.count, !entry.isInput || place != entry.place else { return nil }
      let event = run.workload.events[place % run.workload.events.count]
      let id = Int(event.command.rawValue)
      return TailNeighbour(
        index: place,
        command: allNames[id < allNames.count ? id : 0],
        dueNanoseconds: run.plan.offsets[place]
      )
    }
  }
}
