import KymoCore
import KymoMCAP

/// The places at which a range of steps begins and ends among the inputs of a recording.
struct StepPoints: OutcomeSink {
  private let steps: Range<UInt64>
  /// The place before the first step; nil if no input is before it.
  private(set) var start: CutPoint?
  /// The place behind the last step; nil if no input is before it.
  private(set) var end: CutPoint?
  /// How many steps there are in all.
  private(set) var count: UInt64 = 0
  /// The place behind the steps so far.
  private var point: CutPoint?

  /// Looks for the places of these steps.
  init(_ steps: Range<UInt64>) { self.steps = steps }

  /// Whether the range goes on behind the last step.
  var reachesEnd: Bool { steps.upperBound >= count }

  /// Takes the next step.
  mutating func add(_ event: borrowing Event) {
    if event.source != .device, let time = UInt64(exactly: event.timestamp) {
      if point?.time != time { point = CutPoint(time: time) }
      point?.counts[Int(event.source.rawValue)] += 1
    }
    count += 1
    if count == steps.lowerBound { start = point }
    if count == steps.upperBound { end = point }
  }

  mutating func record(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    digest: UInt64,
    message: RawSpan,
    reply: RawSpan
  ) { add(event) }

  /// Finds the places by the trace of a recording; without a trace, by a replay.
  ///
  /// - Throws: what is wrong with the file; `content` if it has fewer steps.
  static func find(
    _ steps: Range<UInt64>,
    in file: SessionFile,
    _ app: consuming AppInstance,
    shouldStop: @escaping @Sendable () -> Bool
  ) throws(SessionError) -> StepPoints {
    var points = StepPoints(steps)
    if file.hasTrace {
      var trace = TraceReader(file.source, scan: file.scan, first: file.firstStep)
      do throws(MCAPError) {
        while let step = try trace.next() {
          points.add(step.event)
          if points.count & 0xFFFF == 0, shouldStop() { break }
        }
      } catch { throw .file(error) }
    } else {
      var options = ReplayOptions()
      options.shouldStop = shouldStop
      let events = try file.events(app.routing)
      let result = Replay.run(events, table: app.table, sink: points, options: options)
      if let failure = result.failure { throw failure }
      points = result.sink
    }
    guard steps.lowerBound < max(points.count, 1) || shouldStop() else {
      throw .content(
        "it has no step \(steps.lowerBound): its steps are 0 to \(points.count - 1)"
      )
    }
    return points
  }
}
