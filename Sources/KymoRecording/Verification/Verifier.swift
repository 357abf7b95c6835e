public import KymoCore
public import KymoMCAP

/// The sink that holds a replay against its recording: all that recording it again would write.
///
/// It puts every message together as ``SessionWriter`` does, inputs, steps, replies and what is derived, and holds
/// it against the recorded one; in the end the metadata, schemas and channels. Only of a recording of version 1 it
/// compares the digest of each step alone. It reads the recording as it goes, one chunk at a time, on the
/// dispatching thread.
public struct Verifier: OutcomeSink, ~Copyable {
  /// How many steps before a divergence are kept to be shown.
  public static var contextLength: Int { 10 }

  private var former: FormerVerifier?
  private var encoder: SessionEncoder<RecordedMessages>?
  private var expected: SessionResult?
  private var isFinished: Bool
  /// What the encoders of all parts are made of.
  private let setup: Setup
  /// The parts of the session that follow the one that is compared.
  private var following: ArraySlice<SessionFile> = []
  private var passedCount: UInt64 = 0
  /// How many steps the session has at the end of the part; none has so many if it is the last one.
  private var stepsOfPart = UInt64.max
  /// The first step that differs, or that an input or output belongs to that does, if there is one.
  public private(set) var divergence: Divergence?
  /// Why the recording could not be read, if so.
  public private(set) var failure: MCAPError?
  /// In which fields the replay differs, once it is finished; of a recording of version 1 that is not known.
  public private(set) var differences: [FieldDifference] = []
  /// In which fields it differs, and may, once it is finished.
  public private(set) var tolerated: [FieldDifference] = []
  /// How many steps were compared with the recording, once it is finished.
  public private(set) var agreedCount: UInt64 = 0
  /// Whether the replay has left what the recording holds: what comes then is not compared.
  public private(set) var isStopped = false
  /// In which fields it differs so far; of a recording of version 1 that is not known.
  package var differencesSoFar: [FieldDifference] {
    switch encoder {
    case .some(let encoder): encoder.output.log.differences
    case .none: []
    }
  }
  /// How many steps the replay had until it was stopped.
  var stepCount: UInt64 {
    switch former {
    case .some(let former): former.count
    case .none: count
    }
  }
  private var recent: [Divergence.Step] = []
  private var count: UInt64 = 0
  private var inputCount: UInt64 = 0

  /// The app whose steps are compared, and what may differ.
  private struct Setup {
    let app: String
    let commands: [String]
    let channels: ChannelTable
    let tolerance: VerificationTolerance

    func encoder(
      of file: borrowing SessionFile,
      _ description: SessionDescription
    ) throws(MCAPError) -> SessionEncoder<RecordedMessages> {
      try SessionEncoder(
        RecordedMessages(file, tolerance, channels: channels),
        description: description,
        app: app,
        commands: commands,
        channels: file.describing(channels),
        hasTrace: file.hasTrace,
        derivesFixes: !file.scan.catalog.channels(topic: SessionTopic.fix.name).isEmpty
      )
    }
  }

  /// Compares with a recording.
  ///
  /// - Parameters:
  ///   - file: the recording.
  ///   - app: the name of the app that runs.
  ///   - commands: the names of its commands, in the order of their ids.
  ///   - channels: the channels that it listens to.
  ///   - tolerance: what may differ; nothing of a recording of version 1.
  public init(
    _ file: borrowing SessionFile,
    app: String,
    commands: [String],
    channels: ChannelTable = .standard,
    tolerance: VerificationTolerance = VerificationTolerance()
  ) {
    expected = file.result
    isFinished = file.isFinished
    setup = Setup(app: app, commands: commands, channels: channels, tolerance: tolerance)
    recent.reserveCapacity(Self.contextLength + 1)
    if file.version < 2 {
      guard file.hasTrace else { return }
      // The trace of a recording that was never finished may end before the replay does.
      former = FormerVerifier(
        TraceReader(file.source, scan: file.scan),
        allowsEnd: file.result == nil
      )
      return
    }
    do throws(MCAPError) {
      encoder = try setup.encoder(of: file, file.description ?? SessionDescription(origin: ""))
    } catch { failure = error }
    takePart(file)
  }

  // MARK: Parts of a session

  /// Goes on with other recordings where the first ends.
  ///
  /// - Precondition: they are the parts that follow it.
  mutating func goOn(with parts: ArraySlice<SessionFile>) { following = parts }

  private mutating func takePart(_ file: borrowing SessionFile) {
    stepsOfPart = .max
    guard let part = file.description?.part, let result = file.result, result.passedUntilNext != nil
    else { return }
    stepsOfPart = part.stepsBefore &+ result.events
  }

  /// Ends the comparison with a part of the session, and goes on with the next if that is known.
  @inline(never)
  private mutating func endPartIfOver() {
    guard failure == nil, encoder?.output.hasEnded == false,
      passedCount >= expected?.passedUntilNext ?? .max,
      let next = encoder?.nextPart(passed: passedCount)
    else { return }
    do throws(MCAPError) {
      let result = encoder?.result(until: next)
      try encoder?.end(result)
      try encoder?.output.finish()
      guard let file = following.popFirst(), var description = file.description else {
        // What comes now is in a part that nobody has given.
        isStopped = true
        return
      }
      description.part = next
      var encoder = try setup.encoder(of: file, description)
      encoder.output.log.add(self.encoder?.output.log)
      self.encoder = consume encoder
      (expected, isFinished) = (file.result, file.isFinished)
      takePart(file)
    } catch { failure = error }
  }

  /// Compares nothing from now on: the replay ends before the recording does, or goes another way.
  public mutating func stop() { isStopped = true }

  /// Compares one step.
  public mutating func record(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    digest: UInt64,
    message: RawSpan,
    reply: RawSpan
  ) {
    if count == stepsOfPart { endPartIfOver() }
    if isStopped { return }
    if former != nil {
      former?.record(event, outcome, digest: digest, message: message, reply: reply)
      return
    }
    let step = TraceStep(outcome: copy outcome, digest: digest)
    compare(event, step, message, reply)
    count += 1
    // A recording that was never finished may have ended before.
    if encoder?.output.hasEnded == false { agreedCount += 1 }
    if event.source != .device { inputCount += 1 }
    guard divergence == nil else { return }
    if recent.count == Self.contextLength { recent.removeFirst() }
    recent.append(Self.shown(event, step, message, reply))
  }

  /// Compares an input that no handler was to see: it is none of the steps.
  public mutating func pass(_ event: borrowing Event, message: RawSpan) {
    if count == stepsOfPart { endPartIfOver() }
    if isStopped { return }
    if former != nil {
      former?.pass(event, message: message)
      return
    }
    compare(event, nil, message, RawSpan())
    inputCount += 1
    passedCount += 1
  }

  private mutating func compare(
    _ event: borrowing Event,
    _ step: TraceStep?,
    _ message: RawSpan,
    _ reply: RawSpan
  ) {
    guard failure == nil else { return }
    let before = encoder?.output.log.total ?? 0
    let known = encoder?.output.log.differences.count ?? 0
    encoder?.output.log.source = event.source
    do throws(MCAPError) {
      if let step {
        try encoder?.append(event, step.outcome, step.digest, message: message, reply: reply)
      } else {
        try encoder?.append(input: event, message: message)
      }
    } catch { failure = error }
    guard divergence == nil, let log = encoder?.output.log, log.total > before,
      // A digest alone says that an input differs, but not which.
      let field = log.differences.dropFirst(known).first?.path, field != "digest"
    else { return }
    let none = TraceStep(outcome: Outcome(index: count, status: .completed), digest: 0)
    let actual = Self.shown(event, step ?? none, message, reply)
    divergence = Divergence(
      index: count,
      inputsBefore: inputCount,
      field: field,
      isPassed: step == nil,
      expected: expectedStep(beside: actual, log),
      actual: actual,
      before: recent
    )
    encoder?.output.wantsRecorded = false
  }

  /// Returns the step that the recording has in place of another; nil if it ends before.
  private mutating func expectedStep(
    beside actual: Divergence.Step,
    _ log: DifferenceLog
  ) -> Divergence.Step? {
    if log.differences.contains(where: { $0.path == "outcome.missing" }) { return nil }
    guard let recorded = encoder?.output.recordedStep else { return actual }
    var expected = Divergence.Step(event: recorded.event, step: recorded.step)
    if recorded.repeatsInput { expected.step.outcome.reply = actual.event.payload }
    expected.message = actual.message
    expected.reply = encoder?.output.recordedReply
    return expected
  }

  private static func shown(
    _ event: borrowing Event,
    _ step: TraceStep,
    _ message: RawSpan,
    _ reply: RawSpan
  ) -> Divergence.Step {
    var shown = Divergence.Step(event: copy event, step: step)
    // The texts do not last.
    if event.kind.isReference { shown.message = message.text }
    if step.outcome.replyKind == .text { shown.reply = reply.text }
    return shown
  }

  /// Call after the last step: the recording must not have more, and must come to the same.
  ///
  /// - Parameter result: what the replay came to.
  public mutating func finish(_ result: SessionResult) {
    if former != nil {
      if !isStopped { former?.finish() }
      divergence = former?.divergence
      failure = former?.failure
      agreedCount = former?.agreedCount ?? 0
      return
    }
    if count == stepsOfPart, !isStopped { endPartIfOver() }
    guard failure == nil else { return }
    do throws(MCAPError) {
      if isStopped {
        // What the recording comes to in the end is not what the replay of a part comes to.
      } else if isFinished, encoder?.output.hasEnded == false {
        var own = result
        // How long a session went on, and what it lost, is known from the recording alone.
        own.end = expected?.end
        own = encoder?.result(ofLast: own) ?? own
        own.losses = expected?.losses ?? []
        if let arrivals = try encoder?.output.arrivals() { encoder?.arrivals = arrivals }
        try encoder?.end(expected == nil ? nil : own)
      } else if encoder?.output.hasEnded == false {
        // What was cut off behind the last chunk is the end alone.
        try encoder?.appendDigest()
      }
      if !isStopped { try encoder?.output.finish() }
    } catch { failure = error }
    differences = encoder?.output.log.differences ?? []
    // The digest of the whole run covers all of it.
    for index in differences.indices where differences[index].path == "metadata.digest" {
      differences[index].steps = 0..<count
    }
    tolerated = encoder?.output.log.tolerated ?? []
    guard divergence == nil, differences.contains(where: { $0.path == "outcome.extra" }) else {
      return
    }
    divergence = Divergence(
      index: count,
      inputsBefore: inputCount,
      field: "outcome.extra",
      expected: encoder?.output.firstExtra.map { Divergence.Step(event: $0.event, step: $0.step) },
      actual: nil,
      before: recent
    )
  }
}
