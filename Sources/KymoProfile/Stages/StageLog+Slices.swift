import KymoCore

extension StageLog {
  /// The stages of single events, by start: each stage as a whole, and its handlers within it.
  func slices(_ names: (CommandID) -> String, thread: Int) -> [StageSlice] {
    let scale = clock.nanosecondsPerTick
    func nanoseconds(_ ticks: UInt64) -> Int64 {
      // An event may have been pushed before the run began.
      let elapsed = Int64(bitPattern: ticks &- (origin ?? ticks))
      return Int64((Double(max(0, elapsed)) * scale).rounded())
    }
    let waits = kept.compactMap { event in
      event.waited.map { waited in
        StageSlice(
          thread: thread,
          command: names(event.command),
          stage: StageSlice.ringWait,
          start: nanoseconds(waited.lowerBound),
          duration: nanoseconds(waited.upperBound) - nanoseconds(waited.lowerBound),
          source: UInt16(event.source.rawValue),
          sequence: UInt64(event.sequence)
        )
      }
    }
    let slices = kept.flatMap { event in
      Self.nested(event.parts).map { part in
        let start = nanoseconds(part.begin)
        return StageSlice(
          thread: thread,
          command: names(event.command),
          stage: part.stage.name,
          handler: part.handler.map { handlers[$0] },
          start: start,
          duration: nanoseconds(part.end) - start,
          source: UInt16(event.source.rawValue),
          sequence: UInt64(event.sequence)
        )
      }
    }
    return (waits + slices).sorted { ($0.start, -$0.duration) < ($1.start, -$1.duration) }
  }

  /// The parts with a whole around all handlers of a stage, in place of what lies between them.
  private static func nested(_ parts: [KeptEvent.Part]) -> [KeptEvent.Part] {
    var nested: [KeptEvent.Part] = []
    var index = 0
    while index < parts.count {
      let first = parts[index]
      guard first.handler != nil else {
        nested.append(first)
        index += 1
        continue
      }
      var handlers = [first]
      index += 1
      while index + 1 < parts.count, parts[index].stage == .dispatch,
        parts[index + 1].stage == first.stage, parts[index + 1].handler != nil
      {
        handlers.append(parts[index + 1])
        index += 2
      }
      var whole = first
      whole.handler = nil
      whole.end = handlers[handlers.count - 1].end
      nested.append(whole)
      nested += handlers
    }
    return nested
  }
}
