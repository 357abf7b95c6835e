public import KymoCore
public import KymoMCAP

extension RecordedRun {
  /// Makes a recording of events that come late: they are stored as they arrive, and traced as a replay will dispatch
  /// them.
  ///
  /// Its description says so: `SessionDescription.inputOrder` is that of the arrival.
  ///
  /// - Parameters:
  ///   - arrivals: in the order of their arrival.
  ///   - app: what they go through.
  ///   - description: what the recording says about itself.
  ///   - file: where its bytes go.
  ///   - hasTrace: whether outcomes are recorded, or only the events.
  ///   - options: how the recording is written.
  /// - Returns: what the run came to.
  /// - Throws: `system` if the file cannot be written; `malformed` for an event before time zero.
  /// - Complexity: O(n log n); all events are in memory.
  public static func record(
    arrivals: [Event],
    _ app: consuming AppInstance,
    _ description: SessionDescription,
    into file: any MCAPByteSink,
    hasTrace: Bool = true,
    options: SessionWriter.Options = SessionWriter.Options()
  ) throws(MCAPError) -> SessionResult {
    var description = description
    description.inputOrder = .arrival
    let run = RecordedRun(app, description, hasTrace: hasTrace, options: options)
    var writer = try run.writer(file)
    for event in arrivals { try writer.append(event) }
    var maker = SessionMaker(run, table: app.table, nil, telling: StepList())
    maker.play(arrivals.map { SessionInput(event: $0) })
    var result = maker.end()
    // What the app counts has never been in such a recording, and its bytes stay what they are.
    result.counters = []
    if hasTrace {
      for entry in maker.takeSink().entries { try writer.append(step: entry.step, of: entry.event) }
    }
    _ = try writer.finish(result)
    return result
  }
}
