import KymoMCAP

/// An export on its way: counts what comes, resamples it, and hands text over.
struct ExportRun<Export: SessionExport> {
  private let session: ExportSession
  private var export: Export
  private var sampler: ExportSampler?
  private let target: any ExportTarget
  private var sinks: [(any MCAPByteSink)?]
  private(set) var report = ExportReport()

  init(_ session: ExportSession, _ export: Export, from origin: Int64, to target: any ExportTarget)
  {
    self.session = session
    self.export = export
    self.target = target
    sampler = session.interval.map { ExportSampler(every: $0, from: origin) }
    sinks = export.parts.map { _ in nil }
    report.channels = session.channels.map {
      ExportReport.Channel(topic: $0.topic, isHeld: export.holds($0))
    }
  }

  /// Begins; a single file is made even if nothing comes.
  mutating func begin() throws(MCAPError) {
    export.begin()
    for part in export.parts where part.name.isEmpty { part.isBegun = true }
    try flushAll()
  }

  /// Takes an event.
  mutating func take(_ event: ExportEvent, _ data: RawSpan) throws(MCAPError) {
    report.channels[event.channel].read += 1
    guard report.channels[event.channel].isHeld else { return }
    if sampler != nil {
      guard try isDue(event, data) else { return }
    }
    try put(event, data)
  }

  /// Whether an event goes out at once; if not, it waits for its tick.
  private mutating func isDue(_ event: ExportEvent, _ data: RawSpan) throws(MCAPError) -> Bool {
    if let tick = sampler?.tick, event.time > tick { try putWaiting() }
    guard session.channels[event.channel].isSampled else { return true }
    if sampler?.tick != nil, sampler?.channels.contains(event.channel) == true {
      report.channels[event.channel].thinned += 1
    }
    sampler?.keep(data, of: event.channel, at: event.time)
    return false
  }

  private mutating func putWaiting() throws(MCAPError) {
    guard let waiting = sampler, let tick = waiting.tick else { return }
    for channel in waiting.channels {
      let event = ExportEvent(channel: channel, time: tick)
      try waiting.data[channel].withRawSpan { data throws(MCAPError) in try put(event, data) }
    }
    sampler?.clear()
  }

  private mutating func put(_ event: ExportEvent, _ data: RawSpan) throws(MCAPError) {
    let swapped = session.channels[event.channel].swapped(data)
    guard swapped?.withRawSpan({ export.add(event, $0) }) ?? export.add(event, data) else {
      report.channels[event.channel].unfit += 1
      return
    }
    report.channels[event.channel].written += 1
    let place = export.part(of: event.channel)
    let part = export.parts[place]
    part.isBegun = true
    if part.text.count >= ExportText.limit { try flush(place, part) }
  }

  /// Ends it.
  mutating func end(wasStopped: Bool) throws(MCAPError) {
    report.wasStopped = wasStopped
    try putWaiting()
    export.end()
    try flushAll()
  }

  private mutating func flushAll() throws(MCAPError) {
    for (place, part) in export.parts.enumerated() where part.isBegun {
      try flush(place, part)
    }
  }

  private mutating func flush(_ place: Int, _ part: ExportPart) throws(MCAPError) {
    let sink: any MCAPByteSink
    if let open = sinks[place] {
      sink = open
    } else {
      sink = try target.open(part.name)
      sinks[place] = sink
    }
    try part.text.flush(to: sink)
  }
}
