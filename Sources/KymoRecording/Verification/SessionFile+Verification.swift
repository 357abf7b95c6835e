public import KymoCore
import KymoMCAP

extension SessionFile {
  /// The sink that holds a replay against the recording; none if there is nothing to hold it against.
  ///
  ///     var verifier = file.verifier(for: app)
  ///
  /// - Parameters:
  ///   - app: the app that will run.
  ///   - tolerance: what may differ.
  /// - Returns: the sink, for a replay through that app and no other.
  public func verifier(
    for app: borrowing AppInstance,
    tolerance: VerificationTolerance = VerificationTolerance()
  ) -> OptionalSink<Verifier> {
    guard result != nil || hasTrace else { return .none }
    return OptionalSink(
      Verifier(
        self,
        app: app.name,
        commands: app.table.names,
        channels: app.routing.channels,
        tolerance: tolerance
      )
    )
  }

  /// Whether a replay is what the recording says: all that it holds, and as it was written.
  ///
  /// A data section whose checksum is wrong is unreadable, whatever the replay came to.
  ///
  /// - Parameters:
  ///   - replayed: what the replay came to, with its counters.
  ///   - wasInterrupted: whether it was stopped early, so that nothing can be said.
  ///   - verifier: from ``verifier(for:tolerance:)``, after the replay.
  /// - Returns: the answer. A divergence has the text of the expected reply, if the file has it.
  /// - Complexity: O(bytes of the file), at the speed of reading; O(file) for a replay that differs.
  public func verification(
    of replayed: SessionResult,
    wasInterrupted: Bool = false,
    by verifier: inout OptionalSink<Verifier>
  ) -> Verification {
    if wasInterrupted { return .notCompared(.interrupted) }
    // What lies around the chunks is under this checksum alone.
    do { try scan.checkDataSection(source) } catch { return .unreadable(error) }
    verifier.sink?.finish(replayed)
    if let failure = verifier.sink?.failure { return .unreadable(failure) }
    let differences = verifier.sink?.differences ?? []
    if var divergence = verifier.sink?.divergence {
      if divergence.expected != nil, divergence.expected?.reply == nil {
        divergence.expected?.reply = replyText(ofStep: divergence.index)
      }
      return .differs(divergence, differences)
    }
    if !differences.isEmpty { return .differs(nil, differences) }
    guard result != nil || hasTrace else { return .notCompared(.nothingRecorded) }
    let tolerated = verifier.sink?.tolerated ?? []
    let steps = hasTrace ? verifier.sink?.agreedCount ?? 0 : 0
    let isPart = verifier.sink?.isStopped ?? false
    // Of a recording that was never finished, even the part may lack its last steps.
    let count = verifier.sink?.stepCount ?? 0
    let missing = count - min(count, steps)
    let proof: Verification.Proof =
      if isPart {
        missing == 0 ? .part : .untilItsEnd(missing: missing, uncompared: uncomparedFields)
      } else { proof(replayed, steps: steps) }
    if !tolerated.isEmpty { return .equalWithin(steps: steps, tolerated, proof: proof) }
    if !isPart, let result,
      result.digest != replayed.digest || firstStep &+ result.events != replayed.events
    {
      return .differs(nil)
    }
    return .identical(steps: steps, proof: proof)
  }

  /// How much it proves that nothing differs from the recording.
  private func proof(_ replayed: SessionResult, steps: UInt64) -> Verification.Proof {
    if isFinished { return version < 2 ? .digests : .everything }
    let missing = replayed.events - min(replayed.events, steps)
    return .untilItsEnd(missing: missing, uncompared: uncomparedFields)
  }

  /// The fields that only the closing metadata has, and those that nothing vouches for without its seal: what a
  /// recording says of itself is not known to a replay, which takes it from there.
  private var uncomparedFields: [String] {
    let results = ["digest", "events", "counter", "loss", "end"] + (version < 2 ? [] : ["seal"])
    // Nothing at all is left of its own description.
    let own = description == nil ? SessionDescription(origin: "").entries : description?.entries
    return (results + (own?.entries.map(\.key) ?? [])).map { "metadata." + $0 }
  }

  /// Replays the recording through an app at maximum speed, and says whether it is what it was.
  ///
  ///     let file = try SessionFile(path: "walk.mcap")
  ///     let verification = try file.verify(through: AppInstance(StepCounter.self, setup: AppSetup(file)))
  ///     guard verification.holds else { … }
  ///
  /// - Throws: ``SessionError`` if the inputs cannot be read to their end.
  /// - Complexity: O(file).
  public func verify(
    through app: consuming AppInstance,
    tolerance: VerificationTolerance = VerificationTolerance()
  ) throws(SessionError) -> Verification {
    let verifier = verifier(for: app, tolerance: tolerance)
    let run = RecordedRun(app, SessionDescription(replaying: self, calls: app.routing.calls))
    var replayed = Replay.run(try events(app.routing), table: app.table, sink: verifier)
    if let failure = replayed.failure { throw failure }
    return verification(of: run.result(replayed.digest), by: &replayed.sink)
  }
}
