import KymoCore
import KymoMCAP
import KymoSamples
import Testing

import KymoRecording

/// Replays of parts of recordings through DeviceCatalog, with what they came to.
struct RangeReplay {
  /// The recordings.
  let series: SessionSeries
  /// The app that they go through.
  var app: any App.Type = DeviceCatalog.self
  /// How they are replayed.
  var options = ReplayOptions()

  init(_ recording: KeptRecording) throws {
    series = SessionSeries(try SessionFile(MCAPMemorySource(recording.bytes())))
  }

  init(_ files: [[UInt8]]) throws {
    series = SessionSeries(try files.map { try SessionFile(MCAPMemorySource($0)) })
  }

  /// What a replay came to.
  struct Outcome {
    var digest: TraceDigest
    /// How many events each command had.
    var counts: [UInt64] = []
    var range: ReplayedRange?
    /// The digest after each step.
    var digests: [UInt64]
    /// After how many steps the range had ended.
    var stepsAtEnd: Int?
    var firstDifferentRound: Int?
    var verification: Verification?
    /// The recording of the replay.
    var bytes: [UInt8] = []
  }

  /// Keeps the digest after each step.
  private struct Digests: OutcomeSink {
    var all: [UInt64] = []
    var end: Int?

    mutating func record(
      _ event: borrowing Event,
      _ outcome: borrowing KymoCore.Outcome,
      digest: UInt64,
      message: RawSpan,
      reply: RawSpan
    ) { all.append(digest) }
  }

  /// Replays a part.
  ///
  /// - Throws: why the recordings cannot be read.
  func run(_ scope: ReplayScope, hasTrace: Bool = true) throws -> Outcome {
    let file = series.first
    let app = try AppInstance(self.app, setup: AppSetup(file))
    let description = SessionDescription(replaying: file, calls: AppSetup(file).calls)
    let run = RecordedRun(app, description, of: file, hasTrace: hasTrace)
    let bytes = MCAPMemorySink()
    let sink = PairSink(
      file.verifier(for: app),
      PairSink(PairSink(Digests(), RoundComparison()), OptionalSink(try run.recorder(bytes)))
    )
    let inputs: ReplayInputs
    do { inputs = try ReplayInputs(series, app.routing, scope) } catch { throw error.error }
    var result = Replay.run(
      inputs,
      table: app.table,
      sink: sink,
      options: options,
      mark: { mark, sink in
        sink.second.first.second.pass(mark)
        switch mark {
        case .rangeBegins: break
        case .firstRoundEnded: sink.first.sink?.stop()
        case .rangeEnded(let isCut):
          sink.second.first.first.end = sink.second.first.first.all.count
          if isCut { sink.first.sink?.stop() }
        }
      }
    ) { pipeline, waiting, now in pipeline.run(waiting: waiting, now: now) }
    if let failure = result.failure { throw failure }
    let end = run.result(result.digest, end: result.end)
    _ = try result.sink.second.second.take()?.finish(end)
    return Outcome(
      digest: result.digest,
      counts: result.counts.map(\.total),
      range: result.range,
      digests: result.sink.second.first.first.all,
      stepsAtEnd: result.sink.second.first.first.end,
      firstDifferentRound: result.sink.second.first.second.firstDifferent,
      verification: file.verification(of: end, by: &result.sink.first),
      bytes: bytes.bytes
    )
  }

  /// A range of random places, in order.
  static func scope(_ random: inout SplitMix64, inputs: UInt64, seconds: Int64) -> ReplayScope {
    func place() -> (SessionPlace, Double) {
      if random.next() % 2 == 0 {
        let number = random.next() % inputs
        return (.input(number), Double(number) / Double(inputs))
      }
      let time = Int64(random.next() % UInt64(seconds * 1_000_000_000))
      let share = Double(time) / Double(seconds * 1_000_000_000)
      return (random.next() % 2 == 0 ? .elapsed(time) : .time(time), share)
    }
    var (first, second) = (place(), place())
    // Far enough apart that there is an input between them, whichever way they are given.
    while abs(first.1 - second.1) < 0.1 { (first, second) = (place(), place()) }
    if first.1 > second.1 { swap(&first, &second) }
    var scope = ReplayScope()
    scope.start = first.0
    scope.end = second.0
    return scope
  }
}
